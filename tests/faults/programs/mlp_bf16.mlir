module @jit_mlp_bf16 attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x32xbf16>, %arg1: tensor<32x48xbf16>, %arg2: tensor<48xbf16>, %arg3: tensor<48x48xbf16>, %arg4: tensor<48xbf16>, %arg5: tensor<48x16xbf16>) -> (tensor<8x16xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x32xbf16>, tensor<32x48xbf16>) -> tensor<8x48xbf16>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<48xbf16>) -> tensor<1x48xbf16>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x48xbf16>) -> tensor<8x48xbf16>
    %3 = stablehlo.add %0, %2 : tensor<8x48xbf16>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x48xbf16>
    %5 = stablehlo.maximum %3, %4 : tensor<8x48xbf16>
    %6 = stablehlo.dot_general %5, %arg3, contracting_dims = [1] x [0] : (tensor<8x48xbf16>, tensor<48x48xbf16>) -> tensor<8x48xbf16>
    %7 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<48xbf16>) -> tensor<1x48xbf16>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x48xbf16>) -> tensor<8x48xbf16>
    %9 = stablehlo.add %6, %8 : tensor<8x48xbf16>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x48xbf16>
    %11 = stablehlo.maximum %9, %10 : tensor<8x48xbf16>
    %12 = stablehlo.add %11, %5 : tensor<8x48xbf16>
    %13 = stablehlo.dot_general %12, %arg5, contracting_dims = [1] x [0] : (tensor<8x48xbf16>, tensor<48x16xbf16>) -> tensor<8x16xbf16>
    %14 = stablehlo.convert %13 : (tensor<8x16xbf16>) -> tensor<8x16xf32>
    return %14 : tensor<8x16xf32>
  }
}

