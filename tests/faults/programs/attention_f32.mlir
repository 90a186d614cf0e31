module @jit_attention attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x32xf32>, %arg1: tensor<32x96xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32x64xf32>, %arg6: tensor<64xf32>, %arg7: tensor<64x32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x96xf32>, %arg11: tensor<32x32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32x64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64x32xf32>, %arg17: tensor<32xf32>, %arg18: tensor<32xf32>) -> (tensor<12x32xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %cst_2 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = stablehlo.constant dense<-1.000000e+04> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_5 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %cst_6 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %cst_7 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %2 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<12x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<12x32xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<12x32xf32>
    %7 = stablehlo.reduce(%6 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %9 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<12x1xf32>
    %11 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %12 = stablehlo.subtract %arg0, %11 : tensor<12x32xf32>
    %13 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %14 = stablehlo.add %10, %13 : tensor<12x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<12x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<12x32xf32>
    %18 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<12x32xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<12x32xf32>
    %21 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<12x32xf32>
    %23 = stablehlo.add %20, %22 : tensor<12x32xf32>
    %24 = stablehlo.dot_general %23, %arg1, contracting_dims = [1] x [0] : (tensor<12x32xf32>, tensor<32x96xf32>) -> tensor<12x96xf32>
    %25 = stablehlo.slice %24 [0:12, 0:32] : (tensor<12x96xf32>) -> tensor<12x32xf32>
    %26 = stablehlo.slice %24 [0:12, 32:64] : (tensor<12x96xf32>) -> tensor<12x32xf32>
    %27 = stablehlo.slice %24 [0:12, 64:96] : (tensor<12x96xf32>) -> tensor<12x32xf32>
    %28 = stablehlo.reshape %25 : (tensor<12x32xf32>) -> tensor<12x2x16xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0, 2] : (tensor<12x2x16xf32>) -> tensor<2x12x16xf32>
    %30 = stablehlo.reshape %26 : (tensor<12x32xf32>) -> tensor<12x2x16xf32>
    %31 = stablehlo.transpose %30, dims = [1, 0, 2] : (tensor<12x2x16xf32>) -> tensor<2x12x16xf32>
    %32 = stablehlo.reshape %27 : (tensor<12x32xf32>) -> tensor<12x2x16xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0, 2] : (tensor<12x2x16xf32>) -> tensor<2x12x16xf32>
    %34 = stablehlo.dot_general %29, %31, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x12x16xf32>, tensor<2x12x16xf32>) -> tensor<2x12x12xf32>
    %35 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %36 = stablehlo.multiply %34, %35 : tensor<2x12x12xf32>
    %37 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %38 = call @tril(%37) : (tensor<12x12xi1>) -> tensor<12x12xi1>
    %39 = call @_where(%38, %36, %cst_4) : (tensor<12x12xi1>, tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12x12xf32>
    %40 = stablehlo.reduce(%39 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12xf32>
    %41 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x12xf32>
    %42 = stablehlo.maximum %41, %40 : tensor<2x12xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x12xf32>
    %45 = stablehlo.subtract %39, %44 : tensor<2x12x12xf32>
    %46 = stablehlo.exponential %45 : tensor<2x12x12xf32>
    %47 = stablehlo.reduce(%46 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x12xf32>
    %50 = stablehlo.divide %46, %49 : tensor<2x12x12xf32>
    %51 = stablehlo.dot_general %50, %33, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x12x12xf32>, tensor<2x12x16xf32>) -> tensor<2x12x16xf32>
    %52 = stablehlo.transpose %51, dims = [1, 0, 2] : (tensor<2x12x16xf32>) -> tensor<12x2x16xf32>
    %53 = stablehlo.reshape %52 : (tensor<12x2x16xf32>) -> tensor<12x32xf32>
    %54 = stablehlo.dot_general %53, %arg2, contracting_dims = [1] x [0] : (tensor<12x32xf32>, tensor<32x32xf32>) -> tensor<12x32xf32>
    %55 = stablehlo.add %arg0, %54 : tensor<12x32xf32>
    %56 = stablehlo.reduce(%55 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %58 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %59 = stablehlo.divide %57, %58 : tensor<12x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %61 = stablehlo.subtract %55, %60 : tensor<12x32xf32>
    %62 = stablehlo.multiply %61, %61 : tensor<12x32xf32>
    %63 = stablehlo.reduce(%62 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %65 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %66 = stablehlo.divide %64, %65 : tensor<12x1xf32>
    %67 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %68 = stablehlo.subtract %55, %67 : tensor<12x32xf32>
    %69 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %70 = stablehlo.add %66, %69 : tensor<12x1xf32>
    %71 = stablehlo.rsqrt %70 : tensor<12x1xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %73 = stablehlo.multiply %68, %72 : tensor<12x32xf32>
    %74 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<12x32xf32>
    %76 = stablehlo.multiply %73, %75 : tensor<12x32xf32>
    %77 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<12x32xf32>
    %79 = stablehlo.add %76, %78 : tensor<12x32xf32>
    %80 = stablehlo.dot_general %79, %arg5, contracting_dims = [1] x [0] : (tensor<12x32xf32>, tensor<32x64xf32>) -> tensor<12x64xf32>
    %81 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<12x64xf32>
    %83 = stablehlo.add %80, %82 : tensor<12x64xf32>
    %84 = stablehlo.multiply %83, %83 : tensor<12x64xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<12x64xf32>
    %86 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %87 = stablehlo.multiply %86, %85 : tensor<12x64xf32>
    %88 = stablehlo.add %83, %87 : tensor<12x64xf32>
    %89 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<12x64xf32>
    %91 = stablehlo.tanh %90 : tensor<12x64xf32>
    %92 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %93 = stablehlo.add %92, %91 : tensor<12x64xf32>
    %94 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %95 = stablehlo.multiply %94, %93 : tensor<12x64xf32>
    %96 = stablehlo.multiply %83, %95 : tensor<12x64xf32>
    %97 = stablehlo.dot_general %96, %arg7, contracting_dims = [1] x [0] : (tensor<12x64xf32>, tensor<64x32xf32>) -> tensor<12x32xf32>
    %98 = stablehlo.add %55, %97 : tensor<12x32xf32>
    %99 = stablehlo.reduce(%98 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %101 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %102 = stablehlo.divide %100, %101 : tensor<12x1xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %104 = stablehlo.subtract %98, %103 : tensor<12x32xf32>
    %105 = stablehlo.multiply %104, %104 : tensor<12x32xf32>
    %106 = stablehlo.reduce(%105 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %108 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %109 = stablehlo.divide %107, %108 : tensor<12x1xf32>
    %110 = stablehlo.broadcast_in_dim %102, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %111 = stablehlo.subtract %98, %110 : tensor<12x32xf32>
    %112 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %113 = stablehlo.add %109, %112 : tensor<12x1xf32>
    %114 = stablehlo.rsqrt %113 : tensor<12x1xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %116 = stablehlo.multiply %111, %115 : tensor<12x32xf32>
    %117 = stablehlo.broadcast_in_dim %arg12, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<12x32xf32>
    %119 = stablehlo.multiply %116, %118 : tensor<12x32xf32>
    %120 = stablehlo.broadcast_in_dim %arg13, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<12x32xf32>
    %122 = stablehlo.add %119, %121 : tensor<12x32xf32>
    %123 = stablehlo.dot_general %122, %arg10, contracting_dims = [1] x [0] : (tensor<12x32xf32>, tensor<32x96xf32>) -> tensor<12x96xf32>
    %124 = stablehlo.slice %123 [0:12, 0:32] : (tensor<12x96xf32>) -> tensor<12x32xf32>
    %125 = stablehlo.slice %123 [0:12, 32:64] : (tensor<12x96xf32>) -> tensor<12x32xf32>
    %126 = stablehlo.slice %123 [0:12, 64:96] : (tensor<12x96xf32>) -> tensor<12x32xf32>
    %127 = stablehlo.reshape %124 : (tensor<12x32xf32>) -> tensor<12x2x16xf32>
    %128 = stablehlo.transpose %127, dims = [1, 0, 2] : (tensor<12x2x16xf32>) -> tensor<2x12x16xf32>
    %129 = stablehlo.reshape %125 : (tensor<12x32xf32>) -> tensor<12x2x16xf32>
    %130 = stablehlo.transpose %129, dims = [1, 0, 2] : (tensor<12x2x16xf32>) -> tensor<2x12x16xf32>
    %131 = stablehlo.reshape %126 : (tensor<12x32xf32>) -> tensor<12x2x16xf32>
    %132 = stablehlo.transpose %131, dims = [1, 0, 2] : (tensor<12x2x16xf32>) -> tensor<2x12x16xf32>
    %133 = stablehlo.dot_general %128, %130, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x12x16xf32>, tensor<2x12x16xf32>) -> tensor<2x12x12xf32>
    %134 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %135 = stablehlo.multiply %133, %134 : tensor<2x12x12xf32>
    %136 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %137 = call @tril(%136) : (tensor<12x12xi1>) -> tensor<12x12xi1>
    %138 = call @_where(%137, %135, %cst_4) : (tensor<12x12xi1>, tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12x12xf32>
    %139 = stablehlo.reduce(%138 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12xf32>
    %140 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x12xf32>
    %141 = stablehlo.maximum %140, %139 : tensor<2x12xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x12xf32>
    %144 = stablehlo.subtract %138, %143 : tensor<2x12x12xf32>
    %145 = stablehlo.exponential %144 : tensor<2x12x12xf32>
    %146 = stablehlo.reduce(%145 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x12xf32>
    %149 = stablehlo.divide %145, %148 : tensor<2x12x12xf32>
    %150 = stablehlo.dot_general %149, %132, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x12x12xf32>, tensor<2x12x16xf32>) -> tensor<2x12x16xf32>
    %151 = stablehlo.transpose %150, dims = [1, 0, 2] : (tensor<2x12x16xf32>) -> tensor<12x2x16xf32>
    %152 = stablehlo.reshape %151 : (tensor<12x2x16xf32>) -> tensor<12x32xf32>
    %153 = stablehlo.dot_general %152, %arg11, contracting_dims = [1] x [0] : (tensor<12x32xf32>, tensor<32x32xf32>) -> tensor<12x32xf32>
    %154 = stablehlo.add %98, %153 : tensor<12x32xf32>
    %155 = stablehlo.reduce(%154 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %157 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %158 = stablehlo.divide %156, %157 : tensor<12x1xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %160 = stablehlo.subtract %154, %159 : tensor<12x32xf32>
    %161 = stablehlo.multiply %160, %160 : tensor<12x32xf32>
    %162 = stablehlo.reduce(%161 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %163 = stablehlo.broadcast_in_dim %162, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %164 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %165 = stablehlo.divide %163, %164 : tensor<12x1xf32>
    %166 = stablehlo.broadcast_in_dim %158, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %167 = stablehlo.subtract %154, %166 : tensor<12x32xf32>
    %168 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %169 = stablehlo.add %165, %168 : tensor<12x1xf32>
    %170 = stablehlo.rsqrt %169 : tensor<12x1xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x32xf32>
    %172 = stablehlo.multiply %167, %171 : tensor<12x32xf32>
    %173 = stablehlo.broadcast_in_dim %arg17, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %174 = stablehlo.broadcast_in_dim %173, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<12x32xf32>
    %175 = stablehlo.multiply %172, %174 : tensor<12x32xf32>
    %176 = stablehlo.broadcast_in_dim %arg18, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<12x32xf32>
    %178 = stablehlo.add %175, %177 : tensor<12x32xf32>
    %179 = stablehlo.dot_general %178, %arg14, contracting_dims = [1] x [0] : (tensor<12x32xf32>, tensor<32x64xf32>) -> tensor<12x64xf32>
    %180 = stablehlo.broadcast_in_dim %arg15, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<12x64xf32>
    %182 = stablehlo.add %179, %181 : tensor<12x64xf32>
    %183 = stablehlo.multiply %182, %182 : tensor<12x64xf32>
    %184 = stablehlo.multiply %183, %182 : tensor<12x64xf32>
    %185 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %186 = stablehlo.multiply %185, %184 : tensor<12x64xf32>
    %187 = stablehlo.add %182, %186 : tensor<12x64xf32>
    %188 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %189 = stablehlo.multiply %188, %187 : tensor<12x64xf32>
    %190 = stablehlo.tanh %189 : tensor<12x64xf32>
    %191 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %192 = stablehlo.add %191, %190 : tensor<12x64xf32>
    %193 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x64xf32>
    %194 = stablehlo.multiply %193, %192 : tensor<12x64xf32>
    %195 = stablehlo.multiply %182, %194 : tensor<12x64xf32>
    %196 = stablehlo.dot_general %195, %arg16, contracting_dims = [1] x [0] : (tensor<12x64xf32>, tensor<64x32xf32>) -> tensor<12x32xf32>
    %197 = stablehlo.add %154, %196 : tensor<12x32xf32>
    return %197 : tensor<12x32xf32>
  }
  func.func private @tril(%arg0: tensor<12x12xi1>) -> tensor<12x12xi1> {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.iota dim = 0 : tensor<12x12xi32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<12x12xi32>
    %2 = stablehlo.add %0, %1 : tensor<12x12xi32>
    %3 = stablehlo.iota dim = 1 : tensor<12x12xi32>
    %4 = stablehlo.compare  GE, %2, %3,  SIGNED : (tensor<12x12xi32>, tensor<12x12xi32>) -> tensor<12x12xi1>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<12x12xi1>, tensor<12x12xi1>
    return %6 : tensor<12x12xi1>
  }
  func.func private @_where(%arg0: tensor<12x12xi1>, %arg1: tensor<2x12x12xf32>, %arg2: tensor<f32>) -> tensor<2x12x12xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<12x12xi1>) -> tensor<2x12x12xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x12x12xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<2x12x12xi1>, tensor<2x12x12xf32>
    return %2 : tensor<2x12x12xf32>
  }
}

