module @jit_lstm attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4x12xf32>, %arg1: tensor<4x16xf32>, %arg2: tensor<4x16xf32>, %arg3: tensor<12x64xf32>, %arg4: tensor<16x64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<16x5xf32>) -> (tensor<6x4x5xf32> {jax.result_info = "result[0]"}, tensor<4x16xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %c_0 = stablehlo.constant dense<6> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x4x16xf32>
    %1:8 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg3, %iterArg_3 = %arg4, %iterArg_4 = %arg5, %iterArg_5 = %c_1, %iterArg_6 = %arg1, %iterArg_7 = %arg2, %iterArg_8 = %0) : tensor<6x4x12xf32>, tensor<12x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<i32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<6x4x16xf32>
     cond {
      %3 = stablehlo.compare  LT, %iterArg_5, %c_0,  SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %3 : tensor<i1>
    } do {
      %3 = stablehlo.dynamic_slice %iterArg, %iterArg_5, %c_1, %c_1, sizes = [1, 4, 12] : (tensor<6x4x12xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x12xf32>
      %4 = stablehlo.reshape %3 : (tensor<1x4x12xf32>) -> tensor<4x12xf32>
      %5:3 = func.call @None(%iterArg_2, %iterArg_3, %iterArg_4, %iterArg_6, %iterArg_7, %4) : (tensor<12x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x12xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>)
      %6 = stablehlo.broadcast_in_dim %5#2, dims = [1, 2] : (tensor<4x16xf32>) -> tensor<1x4x16xf32>
      %7 = stablehlo.dynamic_update_slice %iterArg_8, %6, %iterArg_5, %c_1, %c_1 : (tensor<6x4x16xf32>, tensor<1x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x16xf32>
      %8 = stablehlo.add %iterArg_5, %c : tensor<i32>
      stablehlo.return %iterArg, %iterArg_2, %iterArg_3, %iterArg_4, %8, %5#0, %5#1, %7 : tensor<6x4x12xf32>, tensor<12x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<i32>, tensor<4x16xf32>, tensor<4x16xf32>, tensor<6x4x16xf32>
    }
    %2 = stablehlo.dot_general %1#7, %arg6, contracting_dims = [2] x [0] : (tensor<6x4x16xf32>, tensor<16x5xf32>) -> tensor<6x4x5xf32>
    return %2, %1#6 : tensor<6x4x5xf32>, tensor<4x16xf32>
  }
  func.func private @None(%arg0: tensor<12x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<4x16xf32>, %arg4: tensor<4x16xf32>, %arg5: tensor<4x12xf32>) -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.dot_general %arg5, %arg0, contracting_dims = [1] x [0] : (tensor<4x12xf32>, tensor<12x64xf32>) -> tensor<4x64xf32>
    %1 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x64xf32>) -> tensor<4x64xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x64xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<4x64xf32>
    %5 = stablehlo.add %2, %4 : tensor<4x64xf32>
    %6 = stablehlo.slice %5 [0:4, 0:16] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %7 = stablehlo.slice %5 [0:4, 16:32] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %8 = stablehlo.slice %5 [0:4, 32:48] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %9 = stablehlo.slice %5 [0:4, 48:64] : (tensor<4x64xf32>) -> tensor<4x16xf32>
    %10 = stablehlo.negate %7 : tensor<4x16xf32>
    %11 = stablehlo.exponential %10 : tensor<4x16xf32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %13 = stablehlo.add %12, %11 : tensor<4x16xf32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %15 = stablehlo.divide %14, %13 : tensor<4x16xf32>
    %16 = stablehlo.multiply %15, %arg4 : tensor<4x16xf32>
    %17 = stablehlo.negate %6 : tensor<4x16xf32>
    %18 = stablehlo.exponential %17 : tensor<4x16xf32>
    %19 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %20 = stablehlo.add %19, %18 : tensor<4x16xf32>
    %21 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %22 = stablehlo.divide %21, %20 : tensor<4x16xf32>
    %23 = stablehlo.tanh %8 : tensor<4x16xf32>
    %24 = stablehlo.multiply %22, %23 : tensor<4x16xf32>
    %25 = stablehlo.add %16, %24 : tensor<4x16xf32>
    %26 = stablehlo.negate %9 : tensor<4x16xf32>
    %27 = stablehlo.exponential %26 : tensor<4x16xf32>
    %28 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %29 = stablehlo.add %28, %27 : tensor<4x16xf32>
    %30 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x16xf32>
    %31 = stablehlo.divide %30, %29 : tensor<4x16xf32>
    %32 = stablehlo.tanh %25 : tensor<4x16xf32>
    %33 = stablehlo.multiply %31, %32 : tensor<4x16xf32>
    return %33, %25, %33 : tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x16xf32>
  }
}

