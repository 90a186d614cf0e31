module @jit_fft attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x32xf32>, %arg1: tensor<4x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<32xi32>, %arg4: tensor<12xi32>) -> (tensor<4x32xf32> {jax.result_info = "result[0]"}, tensor<4x12xf32> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<8> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<-3.14159274> : tensor<f32>
    %c_6 = stablehlo.constant dense<32> : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %c_8 = stablehlo.constant dense<[0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30, 1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31]> : tensor<32xi32>
    %0 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<4x32xf32>
    %2 = stablehlo.multiply %arg0, %1 : tensor<4x32xf32>
    %3 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %4 = stablehlo.compare  LT, %c_8, %3,  SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %5 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %6 = stablehlo.add %c_8, %5 : tensor<32xi32>
    %7 = stablehlo.select %4, %6, %c_8 : tensor<32xi1>, tensor<32xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %9 = "stablehlo.gather"(%2, %8) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>}> : (tensor<4x32xf32>, tensor<32x1xi32>) -> tensor<4x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<4x32xf32>
    %12 = stablehlo.multiply %arg1, %11 : tensor<4x32xf32>
    %13 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %14 = stablehlo.compare  LT, %c_8, %13,  SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %15 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %16 = stablehlo.add %c_8, %15 : tensor<32xi32>
    %17 = stablehlo.select %14, %16, %c_8 : tensor<32xi1>, tensor<32xi32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %19 = "stablehlo.gather"(%12, %18) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>}> : (tensor<4x32xf32>, tensor<32x1xi32>) -> tensor<4x32xf32>
    %20 = stablehlo.iota dim = 0 : tensor<1xi32>
    %21 = stablehlo.convert %20 : (tensor<1xi32>) -> tensor<1xf32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %23 = stablehlo.multiply %22, %21 : tensor<1xf32>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %25 = stablehlo.divide %23, %24 : tensor<1xf32>
    %26 = stablehlo.cosine %25 : tensor<1xf32>
    %27 = stablehlo.sine %25 : tensor<1xf32>
    %28 = stablehlo.reshape %9 : (tensor<4x32xf32>) -> tensor<4x16x2x1xf32>
    %29 = stablehlo.reshape %19 : (tensor<4x32xf32>) -> tensor<4x16x2x1xf32>
    %30 = stablehlo.slice %28 [0:4, 0:16, 1:2, 0:1] : (tensor<4x16x2x1xf32>) -> tensor<4x16x1x1xf32>
    %31 = stablehlo.reshape %30 : (tensor<4x16x1x1xf32>) -> tensor<4x16x1xf32>
    %32 = stablehlo.convert %26 : tensor<1xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [2] : (tensor<1xf32>) -> tensor<1x1x1xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<4x16x1xf32>
    %35 = stablehlo.multiply %31, %34 : tensor<4x16x1xf32>
    %36 = stablehlo.slice %29 [0:4, 0:16, 1:2, 0:1] : (tensor<4x16x2x1xf32>) -> tensor<4x16x1x1xf32>
    %37 = stablehlo.reshape %36 : (tensor<4x16x1x1xf32>) -> tensor<4x16x1xf32>
    %38 = stablehlo.convert %27 : tensor<1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [2] : (tensor<1xf32>) -> tensor<1x1x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<4x16x1xf32>
    %41 = stablehlo.multiply %37, %40 : tensor<4x16x1xf32>
    %42 = stablehlo.subtract %35, %41 : tensor<4x16x1xf32>
    %43 = stablehlo.slice %28 [0:4, 0:16, 1:2, 0:1] : (tensor<4x16x2x1xf32>) -> tensor<4x16x1x1xf32>
    %44 = stablehlo.reshape %43 : (tensor<4x16x1x1xf32>) -> tensor<4x16x1xf32>
    %45 = stablehlo.convert %27 : tensor<1xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [2] : (tensor<1xf32>) -> tensor<1x1x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<4x16x1xf32>
    %48 = stablehlo.multiply %44, %47 : tensor<4x16x1xf32>
    %49 = stablehlo.slice %29 [0:4, 0:16, 1:2, 0:1] : (tensor<4x16x2x1xf32>) -> tensor<4x16x1x1xf32>
    %50 = stablehlo.reshape %49 : (tensor<4x16x1x1xf32>) -> tensor<4x16x1xf32>
    %51 = stablehlo.convert %26 : tensor<1xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [2] : (tensor<1xf32>) -> tensor<1x1x1xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<1x1x1xf32>) -> tensor<4x16x1xf32>
    %54 = stablehlo.multiply %50, %53 : tensor<4x16x1xf32>
    %55 = stablehlo.add %48, %54 : tensor<4x16x1xf32>
    %56 = stablehlo.slice %28 [0:4, 0:16, 0:1, 0:1] : (tensor<4x16x2x1xf32>) -> tensor<4x16x1x1xf32>
    %57 = stablehlo.reshape %56 : (tensor<4x16x1x1xf32>) -> tensor<4x16x1xf32>
    %58 = stablehlo.add %57, %42 : tensor<4x16x1xf32>
    %59 = stablehlo.slice %28 [0:4, 0:16, 0:1, 0:1] : (tensor<4x16x2x1xf32>) -> tensor<4x16x1x1xf32>
    %60 = stablehlo.reshape %59 : (tensor<4x16x1x1xf32>) -> tensor<4x16x1xf32>
    %61 = stablehlo.subtract %60, %42 : tensor<4x16x1xf32>
    %62 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 3] : (tensor<4x16x1xf32>) -> tensor<4x16x1x1xf32>
    %63 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 3] : (tensor<4x16x1xf32>) -> tensor<4x16x1x1xf32>
    %64 = stablehlo.concatenate %62, %63, dim = 2 : (tensor<4x16x1x1xf32>, tensor<4x16x1x1xf32>) -> tensor<4x16x2x1xf32>
    %65 = stablehlo.reshape %64 : (tensor<4x16x2x1xf32>) -> tensor<4x32xf32>
    %66 = stablehlo.slice %29 [0:4, 0:16, 0:1, 0:1] : (tensor<4x16x2x1xf32>) -> tensor<4x16x1x1xf32>
    %67 = stablehlo.reshape %66 : (tensor<4x16x1x1xf32>) -> tensor<4x16x1xf32>
    %68 = stablehlo.add %67, %55 : tensor<4x16x1xf32>
    %69 = stablehlo.slice %29 [0:4, 0:16, 0:1, 0:1] : (tensor<4x16x2x1xf32>) -> tensor<4x16x1x1xf32>
    %70 = stablehlo.reshape %69 : (tensor<4x16x1x1xf32>) -> tensor<4x16x1xf32>
    %71 = stablehlo.subtract %70, %55 : tensor<4x16x1xf32>
    %72 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 3] : (tensor<4x16x1xf32>) -> tensor<4x16x1x1xf32>
    %73 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 3] : (tensor<4x16x1xf32>) -> tensor<4x16x1x1xf32>
    %74 = stablehlo.concatenate %72, %73, dim = 2 : (tensor<4x16x1x1xf32>, tensor<4x16x1x1xf32>) -> tensor<4x16x2x1xf32>
    %75 = stablehlo.reshape %74 : (tensor<4x16x2x1xf32>) -> tensor<4x32xf32>
    %76 = stablehlo.iota dim = 0 : tensor<2xi32>
    %77 = stablehlo.convert %76 : (tensor<2xi32>) -> tensor<2xf32>
    %78 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<2xf32>
    %80 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %81 = stablehlo.divide %79, %80 : tensor<2xf32>
    %82 = stablehlo.cosine %81 : tensor<2xf32>
    %83 = stablehlo.sine %81 : tensor<2xf32>
    %84 = stablehlo.reshape %65 : (tensor<4x32xf32>) -> tensor<4x8x2x2xf32>
    %85 = stablehlo.reshape %75 : (tensor<4x32xf32>) -> tensor<4x8x2x2xf32>
    %86 = stablehlo.slice %84 [0:4, 0:8, 1:2, 0:2] : (tensor<4x8x2x2xf32>) -> tensor<4x8x1x2xf32>
    %87 = stablehlo.reshape %86 : (tensor<4x8x1x2xf32>) -> tensor<4x8x2xf32>
    %88 = stablehlo.convert %82 : tensor<2xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x8x2xf32>
    %91 = stablehlo.multiply %87, %90 : tensor<4x8x2xf32>
    %92 = stablehlo.slice %85 [0:4, 0:8, 1:2, 0:2] : (tensor<4x8x2x2xf32>) -> tensor<4x8x1x2xf32>
    %93 = stablehlo.reshape %92 : (tensor<4x8x1x2xf32>) -> tensor<4x8x2xf32>
    %94 = stablehlo.convert %83 : tensor<2xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x8x2xf32>
    %97 = stablehlo.multiply %93, %96 : tensor<4x8x2xf32>
    %98 = stablehlo.subtract %91, %97 : tensor<4x8x2xf32>
    %99 = stablehlo.slice %84 [0:4, 0:8, 1:2, 0:2] : (tensor<4x8x2x2xf32>) -> tensor<4x8x1x2xf32>
    %100 = stablehlo.reshape %99 : (tensor<4x8x1x2xf32>) -> tensor<4x8x2xf32>
    %101 = stablehlo.convert %83 : tensor<2xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x8x2xf32>
    %104 = stablehlo.multiply %100, %103 : tensor<4x8x2xf32>
    %105 = stablehlo.slice %85 [0:4, 0:8, 1:2, 0:2] : (tensor<4x8x2x2xf32>) -> tensor<4x8x1x2xf32>
    %106 = stablehlo.reshape %105 : (tensor<4x8x1x2xf32>) -> tensor<4x8x2xf32>
    %107 = stablehlo.convert %82 : tensor<2xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [2] : (tensor<2xf32>) -> tensor<1x1x2xf32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1, 2] : (tensor<1x1x2xf32>) -> tensor<4x8x2xf32>
    %110 = stablehlo.multiply %106, %109 : tensor<4x8x2xf32>
    %111 = stablehlo.add %104, %110 : tensor<4x8x2xf32>
    %112 = stablehlo.slice %84 [0:4, 0:8, 0:1, 0:2] : (tensor<4x8x2x2xf32>) -> tensor<4x8x1x2xf32>
    %113 = stablehlo.reshape %112 : (tensor<4x8x1x2xf32>) -> tensor<4x8x2xf32>
    %114 = stablehlo.add %113, %98 : tensor<4x8x2xf32>
    %115 = stablehlo.slice %84 [0:4, 0:8, 0:1, 0:2] : (tensor<4x8x2x2xf32>) -> tensor<4x8x1x2xf32>
    %116 = stablehlo.reshape %115 : (tensor<4x8x1x2xf32>) -> tensor<4x8x2xf32>
    %117 = stablehlo.subtract %116, %98 : tensor<4x8x2xf32>
    %118 = stablehlo.broadcast_in_dim %114, dims = [0, 1, 3] : (tensor<4x8x2xf32>) -> tensor<4x8x1x2xf32>
    %119 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 3] : (tensor<4x8x2xf32>) -> tensor<4x8x1x2xf32>
    %120 = stablehlo.concatenate %118, %119, dim = 2 : (tensor<4x8x1x2xf32>, tensor<4x8x1x2xf32>) -> tensor<4x8x2x2xf32>
    %121 = stablehlo.reshape %120 : (tensor<4x8x2x2xf32>) -> tensor<4x32xf32>
    %122 = stablehlo.slice %85 [0:4, 0:8, 0:1, 0:2] : (tensor<4x8x2x2xf32>) -> tensor<4x8x1x2xf32>
    %123 = stablehlo.reshape %122 : (tensor<4x8x1x2xf32>) -> tensor<4x8x2xf32>
    %124 = stablehlo.add %123, %111 : tensor<4x8x2xf32>
    %125 = stablehlo.slice %85 [0:4, 0:8, 0:1, 0:2] : (tensor<4x8x2x2xf32>) -> tensor<4x8x1x2xf32>
    %126 = stablehlo.reshape %125 : (tensor<4x8x1x2xf32>) -> tensor<4x8x2xf32>
    %127 = stablehlo.subtract %126, %111 : tensor<4x8x2xf32>
    %128 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 3] : (tensor<4x8x2xf32>) -> tensor<4x8x1x2xf32>
    %129 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 3] : (tensor<4x8x2xf32>) -> tensor<4x8x1x2xf32>
    %130 = stablehlo.concatenate %128, %129, dim = 2 : (tensor<4x8x1x2xf32>, tensor<4x8x1x2xf32>) -> tensor<4x8x2x2xf32>
    %131 = stablehlo.reshape %130 : (tensor<4x8x2x2xf32>) -> tensor<4x32xf32>
    %132 = stablehlo.iota dim = 0 : tensor<4xi32>
    %133 = stablehlo.convert %132 : (tensor<4xi32>) -> tensor<4xf32>
    %134 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %135 = stablehlo.multiply %134, %133 : tensor<4xf32>
    %136 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %137 = stablehlo.divide %135, %136 : tensor<4xf32>
    %138 = stablehlo.cosine %137 : tensor<4xf32>
    %139 = stablehlo.sine %137 : tensor<4xf32>
    %140 = stablehlo.reshape %121 : (tensor<4x32xf32>) -> tensor<4x4x2x4xf32>
    %141 = stablehlo.reshape %131 : (tensor<4x32xf32>) -> tensor<4x4x2x4xf32>
    %142 = stablehlo.slice %140 [0:4, 0:4, 1:2, 0:4] : (tensor<4x4x2x4xf32>) -> tensor<4x4x1x4xf32>
    %143 = stablehlo.reshape %142 : (tensor<4x4x1x4xf32>) -> tensor<4x4x4xf32>
    %144 = stablehlo.convert %138 : tensor<4xf32>
    %145 = stablehlo.broadcast_in_dim %144, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %146 = stablehlo.broadcast_in_dim %145, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<4x4x4xf32>
    %147 = stablehlo.multiply %143, %146 : tensor<4x4x4xf32>
    %148 = stablehlo.slice %141 [0:4, 0:4, 1:2, 0:4] : (tensor<4x4x2x4xf32>) -> tensor<4x4x1x4xf32>
    %149 = stablehlo.reshape %148 : (tensor<4x4x1x4xf32>) -> tensor<4x4x4xf32>
    %150 = stablehlo.convert %139 : tensor<4xf32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<4x4x4xf32>
    %153 = stablehlo.multiply %149, %152 : tensor<4x4x4xf32>
    %154 = stablehlo.subtract %147, %153 : tensor<4x4x4xf32>
    %155 = stablehlo.slice %140 [0:4, 0:4, 1:2, 0:4] : (tensor<4x4x2x4xf32>) -> tensor<4x4x1x4xf32>
    %156 = stablehlo.reshape %155 : (tensor<4x4x1x4xf32>) -> tensor<4x4x4xf32>
    %157 = stablehlo.convert %139 : tensor<4xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<4x4x4xf32>
    %160 = stablehlo.multiply %156, %159 : tensor<4x4x4xf32>
    %161 = stablehlo.slice %141 [0:4, 0:4, 1:2, 0:4] : (tensor<4x4x2x4xf32>) -> tensor<4x4x1x4xf32>
    %162 = stablehlo.reshape %161 : (tensor<4x4x1x4xf32>) -> tensor<4x4x4xf32>
    %163 = stablehlo.convert %138 : tensor<4xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %165 = stablehlo.broadcast_in_dim %164, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<4x4x4xf32>
    %166 = stablehlo.multiply %162, %165 : tensor<4x4x4xf32>
    %167 = stablehlo.add %160, %166 : tensor<4x4x4xf32>
    %168 = stablehlo.slice %140 [0:4, 0:4, 0:1, 0:4] : (tensor<4x4x2x4xf32>) -> tensor<4x4x1x4xf32>
    %169 = stablehlo.reshape %168 : (tensor<4x4x1x4xf32>) -> tensor<4x4x4xf32>
    %170 = stablehlo.add %169, %154 : tensor<4x4x4xf32>
    %171 = stablehlo.slice %140 [0:4, 0:4, 0:1, 0:4] : (tensor<4x4x2x4xf32>) -> tensor<4x4x1x4xf32>
    %172 = stablehlo.reshape %171 : (tensor<4x4x1x4xf32>) -> tensor<4x4x4xf32>
    %173 = stablehlo.subtract %172, %154 : tensor<4x4x4xf32>
    %174 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 3] : (tensor<4x4x4xf32>) -> tensor<4x4x1x4xf32>
    %175 = stablehlo.broadcast_in_dim %173, dims = [0, 1, 3] : (tensor<4x4x4xf32>) -> tensor<4x4x1x4xf32>
    %176 = stablehlo.concatenate %174, %175, dim = 2 : (tensor<4x4x1x4xf32>, tensor<4x4x1x4xf32>) -> tensor<4x4x2x4xf32>
    %177 = stablehlo.reshape %176 : (tensor<4x4x2x4xf32>) -> tensor<4x32xf32>
    %178 = stablehlo.slice %141 [0:4, 0:4, 0:1, 0:4] : (tensor<4x4x2x4xf32>) -> tensor<4x4x1x4xf32>
    %179 = stablehlo.reshape %178 : (tensor<4x4x1x4xf32>) -> tensor<4x4x4xf32>
    %180 = stablehlo.add %179, %167 : tensor<4x4x4xf32>
    %181 = stablehlo.slice %141 [0:4, 0:4, 0:1, 0:4] : (tensor<4x4x2x4xf32>) -> tensor<4x4x1x4xf32>
    %182 = stablehlo.reshape %181 : (tensor<4x4x1x4xf32>) -> tensor<4x4x4xf32>
    %183 = stablehlo.subtract %182, %167 : tensor<4x4x4xf32>
    %184 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 3] : (tensor<4x4x4xf32>) -> tensor<4x4x1x4xf32>
    %185 = stablehlo.broadcast_in_dim %183, dims = [0, 1, 3] : (tensor<4x4x4xf32>) -> tensor<4x4x1x4xf32>
    %186 = stablehlo.concatenate %184, %185, dim = 2 : (tensor<4x4x1x4xf32>, tensor<4x4x1x4xf32>) -> tensor<4x4x2x4xf32>
    %187 = stablehlo.reshape %186 : (tensor<4x4x2x4xf32>) -> tensor<4x32xf32>
    %188 = stablehlo.iota dim = 0 : tensor<8xi32>
    %189 = stablehlo.convert %188 : (tensor<8xi32>) -> tensor<8xf32>
    %190 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %191 = stablehlo.multiply %190, %189 : tensor<8xf32>
    %192 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %193 = stablehlo.divide %191, %192 : tensor<8xf32>
    %194 = stablehlo.cosine %193 : tensor<8xf32>
    %195 = stablehlo.sine %193 : tensor<8xf32>
    %196 = stablehlo.reshape %177 : (tensor<4x32xf32>) -> tensor<4x2x2x8xf32>
    %197 = stablehlo.reshape %187 : (tensor<4x32xf32>) -> tensor<4x2x2x8xf32>
    %198 = stablehlo.slice %196 [0:4, 0:2, 1:2, 0:8] : (tensor<4x2x2x8xf32>) -> tensor<4x2x1x8xf32>
    %199 = stablehlo.reshape %198 : (tensor<4x2x1x8xf32>) -> tensor<4x2x8xf32>
    %200 = stablehlo.convert %194 : tensor<8xf32>
    %201 = stablehlo.broadcast_in_dim %200, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<4x2x8xf32>
    %203 = stablehlo.multiply %199, %202 : tensor<4x2x8xf32>
    %204 = stablehlo.slice %197 [0:4, 0:2, 1:2, 0:8] : (tensor<4x2x2x8xf32>) -> tensor<4x2x1x8xf32>
    %205 = stablehlo.reshape %204 : (tensor<4x2x1x8xf32>) -> tensor<4x2x8xf32>
    %206 = stablehlo.convert %195 : tensor<8xf32>
    %207 = stablehlo.broadcast_in_dim %206, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<4x2x8xf32>
    %209 = stablehlo.multiply %205, %208 : tensor<4x2x8xf32>
    %210 = stablehlo.subtract %203, %209 : tensor<4x2x8xf32>
    %211 = stablehlo.slice %196 [0:4, 0:2, 1:2, 0:8] : (tensor<4x2x2x8xf32>) -> tensor<4x2x1x8xf32>
    %212 = stablehlo.reshape %211 : (tensor<4x2x1x8xf32>) -> tensor<4x2x8xf32>
    %213 = stablehlo.convert %195 : tensor<8xf32>
    %214 = stablehlo.broadcast_in_dim %213, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %215 = stablehlo.broadcast_in_dim %214, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<4x2x8xf32>
    %216 = stablehlo.multiply %212, %215 : tensor<4x2x8xf32>
    %217 = stablehlo.slice %197 [0:4, 0:2, 1:2, 0:8] : (tensor<4x2x2x8xf32>) -> tensor<4x2x1x8xf32>
    %218 = stablehlo.reshape %217 : (tensor<4x2x1x8xf32>) -> tensor<4x2x8xf32>
    %219 = stablehlo.convert %194 : tensor<8xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [2] : (tensor<8xf32>) -> tensor<1x1x8xf32>
    %221 = stablehlo.broadcast_in_dim %220, dims = [0, 1, 2] : (tensor<1x1x8xf32>) -> tensor<4x2x8xf32>
    %222 = stablehlo.multiply %218, %221 : tensor<4x2x8xf32>
    %223 = stablehlo.add %216, %222 : tensor<4x2x8xf32>
    %224 = stablehlo.slice %196 [0:4, 0:2, 0:1, 0:8] : (tensor<4x2x2x8xf32>) -> tensor<4x2x1x8xf32>
    %225 = stablehlo.reshape %224 : (tensor<4x2x1x8xf32>) -> tensor<4x2x8xf32>
    %226 = stablehlo.add %225, %210 : tensor<4x2x8xf32>
    %227 = stablehlo.slice %196 [0:4, 0:2, 0:1, 0:8] : (tensor<4x2x2x8xf32>) -> tensor<4x2x1x8xf32>
    %228 = stablehlo.reshape %227 : (tensor<4x2x1x8xf32>) -> tensor<4x2x8xf32>
    %229 = stablehlo.subtract %228, %210 : tensor<4x2x8xf32>
    %230 = stablehlo.broadcast_in_dim %226, dims = [0, 1, 3] : (tensor<4x2x8xf32>) -> tensor<4x2x1x8xf32>
    %231 = stablehlo.broadcast_in_dim %229, dims = [0, 1, 3] : (tensor<4x2x8xf32>) -> tensor<4x2x1x8xf32>
    %232 = stablehlo.concatenate %230, %231, dim = 2 : (tensor<4x2x1x8xf32>, tensor<4x2x1x8xf32>) -> tensor<4x2x2x8xf32>
    %233 = stablehlo.reshape %232 : (tensor<4x2x2x8xf32>) -> tensor<4x32xf32>
    %234 = stablehlo.slice %197 [0:4, 0:2, 0:1, 0:8] : (tensor<4x2x2x8xf32>) -> tensor<4x2x1x8xf32>
    %235 = stablehlo.reshape %234 : (tensor<4x2x1x8xf32>) -> tensor<4x2x8xf32>
    %236 = stablehlo.add %235, %223 : tensor<4x2x8xf32>
    %237 = stablehlo.slice %197 [0:4, 0:2, 0:1, 0:8] : (tensor<4x2x2x8xf32>) -> tensor<4x2x1x8xf32>
    %238 = stablehlo.reshape %237 : (tensor<4x2x1x8xf32>) -> tensor<4x2x8xf32>
    %239 = stablehlo.subtract %238, %223 : tensor<4x2x8xf32>
    %240 = stablehlo.broadcast_in_dim %236, dims = [0, 1, 3] : (tensor<4x2x8xf32>) -> tensor<4x2x1x8xf32>
    %241 = stablehlo.broadcast_in_dim %239, dims = [0, 1, 3] : (tensor<4x2x8xf32>) -> tensor<4x2x1x8xf32>
    %242 = stablehlo.concatenate %240, %241, dim = 2 : (tensor<4x2x1x8xf32>, tensor<4x2x1x8xf32>) -> tensor<4x2x2x8xf32>
    %243 = stablehlo.reshape %242 : (tensor<4x2x2x8xf32>) -> tensor<4x32xf32>
    %244 = stablehlo.iota dim = 0 : tensor<16xi32>
    %245 = stablehlo.convert %244 : (tensor<16xi32>) -> tensor<16xf32>
    %246 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %247 = stablehlo.multiply %246, %245 : tensor<16xf32>
    %248 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %249 = stablehlo.divide %247, %248 : tensor<16xf32>
    %250 = stablehlo.cosine %249 : tensor<16xf32>
    %251 = stablehlo.sine %249 : tensor<16xf32>
    %252 = stablehlo.reshape %233 : (tensor<4x32xf32>) -> tensor<4x1x2x16xf32>
    %253 = stablehlo.reshape %243 : (tensor<4x32xf32>) -> tensor<4x1x2x16xf32>
    %254 = stablehlo.slice %252 [0:4, 0:1, 1:2, 0:16] : (tensor<4x1x2x16xf32>) -> tensor<4x1x1x16xf32>
    %255 = stablehlo.reshape %254 : (tensor<4x1x1x16xf32>) -> tensor<4x1x16xf32>
    %256 = stablehlo.convert %250 : tensor<16xf32>
    %257 = stablehlo.broadcast_in_dim %256, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x1x16xf32>
    %259 = stablehlo.multiply %255, %258 : tensor<4x1x16xf32>
    %260 = stablehlo.slice %253 [0:4, 0:1, 1:2, 0:16] : (tensor<4x1x2x16xf32>) -> tensor<4x1x1x16xf32>
    %261 = stablehlo.reshape %260 : (tensor<4x1x1x16xf32>) -> tensor<4x1x16xf32>
    %262 = stablehlo.convert %251 : tensor<16xf32>
    %263 = stablehlo.broadcast_in_dim %262, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %264 = stablehlo.broadcast_in_dim %263, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x1x16xf32>
    %265 = stablehlo.multiply %261, %264 : tensor<4x1x16xf32>
    %266 = stablehlo.subtract %259, %265 : tensor<4x1x16xf32>
    %267 = stablehlo.slice %252 [0:4, 0:1, 1:2, 0:16] : (tensor<4x1x2x16xf32>) -> tensor<4x1x1x16xf32>
    %268 = stablehlo.reshape %267 : (tensor<4x1x1x16xf32>) -> tensor<4x1x16xf32>
    %269 = stablehlo.convert %251 : tensor<16xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %271 = stablehlo.broadcast_in_dim %270, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x1x16xf32>
    %272 = stablehlo.multiply %268, %271 : tensor<4x1x16xf32>
    %273 = stablehlo.slice %253 [0:4, 0:1, 1:2, 0:16] : (tensor<4x1x2x16xf32>) -> tensor<4x1x1x16xf32>
    %274 = stablehlo.reshape %273 : (tensor<4x1x1x16xf32>) -> tensor<4x1x16xf32>
    %275 = stablehlo.convert %250 : tensor<16xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [2] : (tensor<16xf32>) -> tensor<1x1x16xf32>
    %277 = stablehlo.broadcast_in_dim %276, dims = [0, 1, 2] : (tensor<1x1x16xf32>) -> tensor<4x1x16xf32>
    %278 = stablehlo.multiply %274, %277 : tensor<4x1x16xf32>
    %279 = stablehlo.add %272, %278 : tensor<4x1x16xf32>
    %280 = stablehlo.slice %252 [0:4, 0:1, 0:1, 0:16] : (tensor<4x1x2x16xf32>) -> tensor<4x1x1x16xf32>
    %281 = stablehlo.reshape %280 : (tensor<4x1x1x16xf32>) -> tensor<4x1x16xf32>
    %282 = stablehlo.add %281, %266 : tensor<4x1x16xf32>
    %283 = stablehlo.slice %252 [0:4, 0:1, 0:1, 0:16] : (tensor<4x1x2x16xf32>) -> tensor<4x1x1x16xf32>
    %284 = stablehlo.reshape %283 : (tensor<4x1x1x16xf32>) -> tensor<4x1x16xf32>
    %285 = stablehlo.subtract %284, %266 : tensor<4x1x16xf32>
    %286 = stablehlo.broadcast_in_dim %282, dims = [0, 1, 3] : (tensor<4x1x16xf32>) -> tensor<4x1x1x16xf32>
    %287 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 3] : (tensor<4x1x16xf32>) -> tensor<4x1x1x16xf32>
    %288 = stablehlo.concatenate %286, %287, dim = 2 : (tensor<4x1x1x16xf32>, tensor<4x1x1x16xf32>) -> tensor<4x1x2x16xf32>
    %289 = stablehlo.reshape %288 : (tensor<4x1x2x16xf32>) -> tensor<4x32xf32>
    %290 = stablehlo.slice %253 [0:4, 0:1, 0:1, 0:16] : (tensor<4x1x2x16xf32>) -> tensor<4x1x1x16xf32>
    %291 = stablehlo.reshape %290 : (tensor<4x1x1x16xf32>) -> tensor<4x1x16xf32>
    %292 = stablehlo.add %291, %279 : tensor<4x1x16xf32>
    %293 = stablehlo.slice %253 [0:4, 0:1, 0:1, 0:16] : (tensor<4x1x2x16xf32>) -> tensor<4x1x1x16xf32>
    %294 = stablehlo.reshape %293 : (tensor<4x1x1x16xf32>) -> tensor<4x1x16xf32>
    %295 = stablehlo.subtract %294, %279 : tensor<4x1x16xf32>
    %296 = stablehlo.broadcast_in_dim %292, dims = [0, 1, 3] : (tensor<4x1x16xf32>) -> tensor<4x1x1x16xf32>
    %297 = stablehlo.broadcast_in_dim %295, dims = [0, 1, 3] : (tensor<4x1x16xf32>) -> tensor<4x1x1x16xf32>
    %298 = stablehlo.concatenate %296, %297, dim = 2 : (tensor<4x1x1x16xf32>, tensor<4x1x1x16xf32>) -> tensor<4x1x2x16xf32>
    %299 = stablehlo.reshape %298 : (tensor<4x1x2x16xf32>) -> tensor<4x32xf32>
    %300 = stablehlo.multiply %289, %289 : tensor<4x32xf32>
    %301 = stablehlo.multiply %299, %299 : tensor<4x32xf32>
    %302 = stablehlo.add %300, %301 : tensor<4x32xf32>
    %303 = stablehlo.sqrt %302 : tensor<4x32xf32>
    %304 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %305 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %306 = stablehlo.compare  LT, %arg3, %305,  SIGNED : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
    %307 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32xi32>
    %308 = stablehlo.add %arg3, %307 : tensor<32xi32>
    %309 = stablehlo.select %306, %308, %arg3 : tensor<32xi1>, tensor<32xi32>
    %310 = stablehlo.broadcast_in_dim %309, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %311 = "stablehlo.scatter"(%304, %310, %303) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %321 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %321 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<32x1xi32>, tensor<4x32xf32>) -> tensor<4x8xf32>
    %312 = call @_roll_static(%289) : (tensor<4x32xf32>) -> tensor<4x32xf32>
    %313 = stablehlo.log_plus_one %311 : tensor<4x8xf32>
    %314 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %315 = stablehlo.compare  LT, %arg4, %314,  SIGNED : (tensor<12xi32>, tensor<12xi32>) -> tensor<12xi1>
    %316 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<12xi32>
    %317 = stablehlo.add %arg4, %316 : tensor<12xi32>
    %318 = stablehlo.select %315, %317, %arg4 : tensor<12xi1>, tensor<12xi32>
    %319 = stablehlo.broadcast_in_dim %318, dims = [0] : (tensor<12xi32>) -> tensor<12x1xi32>
    %320 = "stablehlo.gather"(%313, %319) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>}> : (tensor<4x8xf32>, tensor<12x1xi32>) -> tensor<4x12xf32>
    return %312, %320 : tensor<4x32xf32>, tensor<4x12xf32>
  }
  func.func private @_roll_static(%arg0: tensor<4x32xf32>) -> tensor<4x32xf32> {
    %0 = stablehlo.slice %arg0 [0:4, 29:32] : (tensor<4x32xf32>) -> tensor<4x3xf32>
    %1 = stablehlo.slice %arg0 [0:4, 0:29] : (tensor<4x32xf32>) -> tensor<4x29xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<4x3xf32>, tensor<4x29xf32>) -> tensor<4x32xf32>
    return %2 : tensor<4x32xf32>
  }
}

