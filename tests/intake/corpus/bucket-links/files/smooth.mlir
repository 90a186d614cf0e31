func.func @smooth(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = arith.constant dense<0.5> : tensor<8xf32>
  %y = arith.mulf %x, %half : tensor<8xf32>
  return %y : tensor<8xf32>
}
