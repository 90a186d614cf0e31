func.func @fma(%x: tensor<3xf32>) -> tensor<3xf32> {
  %m = arith.mulf %x, %x : tensor<3xf32>
  %s = arith.addf %m, %x : tensor<3xf32>
  return %s : tensor<3xf32>
}
