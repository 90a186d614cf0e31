module @jit_norms attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32x24xf32>, %arg6: tensor<24xf32>) -> (tensor<10x24xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<10x32xf32>, tensor<f32>) -> tensor<10xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %2 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<10x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<10x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x32xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<10x32xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<10x32xf32>
    %7 = stablehlo.reduce(%6 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<10x32xf32>, tensor<f32>) -> tensor<10xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<10x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<10x1xf32>
    %11 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x32xf32>
    %12 = stablehlo.subtract %arg0, %11 : tensor<10x32xf32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<10x1xf32>
    %14 = stablehlo.add %10, %13 : tensor<10x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<10x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x32xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<10x32xf32>
    %18 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<10x32xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<10x32xf32>
    %21 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<10x32xf32>
    %23 = stablehlo.add %20, %22 : tensor<10x32xf32>
    %24 = stablehlo.dot_general %23, %arg3, contracting_dims = [1] x [0] : (tensor<10x32xf32>, tensor<32x32xf32>) -> tensor<10x32xf32>
    %25 = call @silu(%24) : (tensor<10x32xf32>) -> tensor<10x32xf32>
    %26 = stablehlo.add %23, %25 : tensor<10x32xf32>
    %27 = stablehlo.multiply %26, %26 : tensor<10x32xf32>
    %28 = stablehlo.reduce(%27 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<10x32xf32>, tensor<f32>) -> tensor<10xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<10xf32>) -> tensor<10x1xf32>
    %30 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<10x1xf32>
    %31 = stablehlo.divide %29, %30 : tensor<10x1xf32>
    %32 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10x1xf32>
    %33 = stablehlo.add %31, %32 : tensor<10x1xf32>
    %34 = stablehlo.rsqrt %33 : tensor<10x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<10x1xf32>) -> tensor<10x32xf32>
    %36 = stablehlo.multiply %26, %35 : tensor<10x32xf32>
    %37 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<10x32xf32>
    %39 = stablehlo.multiply %36, %38 : tensor<10x32xf32>
    %40 = stablehlo.reshape %39 : (tensor<10x32xf32>) -> tensor<10x4x8xf32>
    %41 = stablehlo.reduce(%40 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<10x4x8xf32>, tensor<f32>) -> tensor<10x4xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<10x4xf32>) -> tensor<10x4x1xf32>
    %43 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x4x1xf32>
    %44 = stablehlo.divide %42, %43 : tensor<10x4x1xf32>
    %45 = call @_std(%40, %c) : (tensor<10x4x8xf32>, tensor<i32>) -> tensor<10x4x1xf32>
    %46 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<10x4x1xf32>) -> tensor<10x4x8xf32>
    %47 = stablehlo.subtract %40, %46 : tensor<10x4x8xf32>
    %48 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<10x4x1xf32>
    %49 = stablehlo.add %45, %48 : tensor<10x4x1xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2] : (tensor<10x4x1xf32>) -> tensor<10x4x8xf32>
    %51 = stablehlo.divide %47, %50 : tensor<10x4x8xf32>
    %52 = stablehlo.reshape %51 : (tensor<10x4x8xf32>) -> tensor<10x32xf32>
    %53 = stablehlo.dot_general %52, %arg5, contracting_dims = [1] x [0] : (tensor<10x32xf32>, tensor<32x24xf32>) -> tensor<10x24xf32>
    %54 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<24xf32>) -> tensor<1x24xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<1x24xf32>) -> tensor<10x24xf32>
    %56 = stablehlo.add %53, %55 : tensor<10x24xf32>
    return %56 : tensor<10x24xf32>
  }
  func.func private @silu(%arg0: tensor<10x32xf32>) -> tensor<10x32xf32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %0 = stablehlo.negate %arg0 : tensor<10x32xf32>
    %1 = stablehlo.exponential %0 : tensor<10x32xf32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x32xf32>
    %3 = stablehlo.add %2, %1 : tensor<10x32xf32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x32xf32>
    %5 = stablehlo.divide %4, %3 : tensor<10x32xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<10x32xf32>
    return %6 : tensor<10x32xf32>
  }
  func.func private @_std(%arg0: tensor<10x4x8xf32>, %arg1: tensor<i32>) -> tensor<10x4x1xf32> {
    %0 = call @_var(%arg0, %arg1) : (tensor<10x4x8xf32>, tensor<i32>) -> tensor<10x4x1xf32>
    %1 = stablehlo.sqrt %0 : tensor<10x4x1xf32>
    return %1 : tensor<10x4x1xf32>
  }
  func.func private @_var(%arg0: tensor<10x4x8xf32>, %arg1: tensor<i32>) -> tensor<10x4x1xf32> {
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %cst_0 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<10x4x8xf32>, tensor<f32>) -> tensor<10x4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<10x4xf32>) -> tensor<10x4x1xf32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<10x4x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<10x4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<10x4x1xf32>) -> tensor<10x4x8xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<10x4x8xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<10x4x8xf32>
    %7 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %8 = stablehlo.subtract %cst_0, %7 : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<10x4x8xf32>, tensor<f32>) -> tensor<10x4xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<10x4xf32>) -> tensor<10x4x1xf32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<10x4x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<10x4x1xf32>
    %13 = stablehlo.compare  GT, %8, %cst_1,  FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %14 = call @_where(%13, %12, %cst) : (tensor<i1>, tensor<10x4x1xf32>, tensor<f32>) -> tensor<10x4x1xf32>
    return %14 : tensor<10x4x1xf32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<10x4x1xf32>, %arg2: tensor<f32>) -> tensor<10x4x1xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<10x4x1xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<10x4x1xf32>
    return %2 : tensor<10x4x1xf32>
  }
}

