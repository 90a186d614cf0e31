func.func @fma(%x: tensor<3xf32>) -> tensor<3xf32> {
  %s = math.fma %x, %x, %x : tensor<3xf32>
  return %s : tensor<3xf32>
}
