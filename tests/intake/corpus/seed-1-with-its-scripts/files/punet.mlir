func.func @main(%a: tensor<1x4x128x128xf16>, %t: tensor<1xi32>, %e: tensor<2x64x2048xf16>, %p: tensor<2x1280xf16>, %i: tensor<2x6xf16>,
                %s: tensor<1xf16>) -> tensor<1x4x128x128xf16> {
  %r = arith.addf %a, %a : tensor<1x4x128x128xf16>
  return %r : tensor<1x4x128x128xf16>
}
