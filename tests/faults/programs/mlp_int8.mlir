module @jit_mlp_int8 attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x32xf32>, %arg1: tensor<32x48xi8>, %arg2: tensor<48xf32>, %arg3: tensor<48xf32>, %arg4: tensor<48x48xi8>, %arg5: tensor<48xf32>, %arg6: tensor<48x10xi8>, %arg7: tensor<10xf32>) -> (tensor<6x10xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<127> : tensor<i32>
    %c_0 = stablehlo.constant dense<-127> : tensor<i32>
    %cst = stablehlo.constant dense<1.270000e+02> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.abs %arg0 : tensor<6x32xf32>
    %1 = stablehlo.reduce(%0 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x32xf32>, tensor<f32>) -> tensor<6xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<6x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x32xf32>
    %6 = stablehlo.divide %arg0, %5 : tensor<6x32xf32>
    %7 = call @round(%6) : (tensor<6x32xf32>) -> tensor<6x32xf32>
    %8 = call @clip(%7, %c_0, %c) : (tensor<6x32xf32>, tensor<i32>, tensor<i32>) -> tensor<6x32xf32>
    %9 = stablehlo.convert %8 : (tensor<6x32xf32>) -> tensor<6x32xi8>
    %10 = stablehlo.dot_general %9, %arg1, contracting_dims = [1] x [0] : (tensor<6x32xi8>, tensor<32x48xi8>) -> tensor<6x48xi32>
    %11 = stablehlo.convert %10 : (tensor<6x48xi32>) -> tensor<6x48xf32>
    %12 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x48xf32>
    %13 = stablehlo.multiply %11, %12 : tensor<6x48xf32>
    %14 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<48xf32>) -> tensor<1x48xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<1x48xf32>) -> tensor<6x48xf32>
    %16 = stablehlo.multiply %13, %15 : tensor<6x48xf32>
    %17 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<48xf32>) -> tensor<1x48xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x48xf32>) -> tensor<6x48xf32>
    %19 = stablehlo.add %16, %18 : tensor<6x48xf32>
    %20 = call @relu(%19) : (tensor<6x48xf32>) -> tensor<6x48xf32>
    %21 = stablehlo.abs %20 : tensor<6x48xf32>
    %22 = stablehlo.reduce(%21 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x48xf32>, tensor<f32>) -> tensor<6xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %24 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x1xf32>
    %25 = stablehlo.divide %23, %24 : tensor<6x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x48xf32>
    %27 = stablehlo.divide %20, %26 : tensor<6x48xf32>
    %28 = call @round_0(%27) : (tensor<6x48xf32>) -> tensor<6x48xf32>
    %29 = call @clip_1(%28, %c_0, %c) : (tensor<6x48xf32>, tensor<i32>, tensor<i32>) -> tensor<6x48xf32>
    %30 = stablehlo.convert %29 : (tensor<6x48xf32>) -> tensor<6x48xi8>
    %31 = stablehlo.dot_general %30, %arg4, contracting_dims = [1] x [0] : (tensor<6x48xi8>, tensor<48x48xi8>) -> tensor<6x48xi32>
    %32 = stablehlo.convert %31 : (tensor<6x48xi32>) -> tensor<6x48xf32>
    %33 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x48xf32>
    %34 = stablehlo.multiply %32, %33 : tensor<6x48xf32>
    %35 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<48xf32>) -> tensor<1x48xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1] : (tensor<1x48xf32>) -> tensor<6x48xf32>
    %37 = stablehlo.multiply %34, %36 : tensor<6x48xf32>
    %38 = call @relu(%37) : (tensor<6x48xf32>) -> tensor<6x48xf32>
    %39 = stablehlo.add %38, %20 : tensor<6x48xf32>
    %40 = stablehlo.abs %39 : tensor<6x48xf32>
    %41 = stablehlo.reduce(%40 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<6x48xf32>, tensor<f32>) -> tensor<6xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %43 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x1xf32>
    %44 = stablehlo.divide %42, %43 : tensor<6x1xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x48xf32>
    %46 = stablehlo.divide %39, %45 : tensor<6x48xf32>
    %47 = call @round_0(%46) : (tensor<6x48xf32>) -> tensor<6x48xf32>
    %48 = call @clip_1(%47, %c_0, %c) : (tensor<6x48xf32>, tensor<i32>, tensor<i32>) -> tensor<6x48xf32>
    %49 = stablehlo.convert %48 : (tensor<6x48xf32>) -> tensor<6x48xi8>
    %50 = stablehlo.dot_general %49, %arg6, contracting_dims = [1] x [0] : (tensor<6x48xi8>, tensor<48x10xi8>) -> tensor<6x10xi32>
    %51 = stablehlo.convert %50 : (tensor<6x10xi32>) -> tensor<6x10xf32>
    %52 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x10xf32>
    %53 = stablehlo.multiply %51, %52 : tensor<6x10xf32>
    %54 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<6x10xf32>
    %56 = stablehlo.multiply %53, %55 : tensor<6x10xf32>
    return %56 : tensor<6x10xf32>
  }
  func.func private @round(%arg0: tensor<6x32xf32>) -> tensor<6x32xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<6x32xf32>
    return %0 : tensor<6x32xf32>
  }
  func.func private @clip(%arg0: tensor<6x32xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<6x32xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x32xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<6x32xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<6x32xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<6x32xf32>
    return %5 : tensor<6x32xf32>
  }
  func.func private @relu(%arg0: tensor<6x48xf32>) -> tensor<6x48xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<6x48xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<6x48xf32>
    return %1 : tensor<6x48xf32>
  }
  func.func private @round_0(%arg0: tensor<6x48xf32>) -> tensor<6x48xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<6x48xf32>
    return %0 : tensor<6x48xf32>
  }
  func.func private @clip_1(%arg0: tensor<6x48xf32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<6x48xf32> {
    %0 = stablehlo.convert %arg1 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<6x48xf32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<6x48xf32>
    %3 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<6x48xf32>
    %5 = stablehlo.minimum %4, %2 : tensor<6x48xf32>
    return %5 : tensor<6x48xf32>
  }
}

