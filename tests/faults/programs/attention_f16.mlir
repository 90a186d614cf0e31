module @jit_attention attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x32xf16>, %arg1: tensor<32x96xf16>, %arg2: tensor<32x32xf16>, %arg3: tensor<32xf16>, %arg4: tensor<32xf16>, %arg5: tensor<32x64xf16>, %arg6: tensor<64xf16>, %arg7: tensor<64x32xf16>, %arg8: tensor<32xf16>, %arg9: tensor<32xf16>, %arg10: tensor<32x96xf16>, %arg11: tensor<32x32xf16>, %arg12: tensor<32xf16>, %arg13: tensor<32xf16>, %arg14: tensor<32x64xf16>, %arg15: tensor<64xf16>, %arg16: tensor<64x32xf16>, %arg17: tensor<32xf16>, %arg18: tensor<32xf16>, %arg19: tensor<32x96xf16>, %arg20: tensor<32x32xf16>, %arg21: tensor<32xf16>, %arg22: tensor<32xf16>, %arg23: tensor<32x64xf16>, %arg24: tensor<64xf16>, %arg25: tensor<64x32xf16>, %arg26: tensor<32xf16>, %arg27: tensor<32xf16>) -> (tensor<12x32xf16> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f16>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f16>
    %cst_1 = stablehlo.constant dense<7.978520e-01> : tensor<f16>
    %cst_2 = stablehlo.constant dense<4.470830e-02> : tensor<f16>
    %cst_3 = stablehlo.constant dense<0xFC00> : tensor<f16>
    %cst_4 = stablehlo.constant dense<-1.000000e+04> : tensor<f16>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_5 = stablehlo.constant dense<2.500000e-01> : tensor<f16>
    %cst_6 = stablehlo.constant dense<1.001360e-05> : tensor<f16>
    %cst_7 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.convert %arg0 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %1 = stablehlo.reduce(%0 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %3 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<12x1xf32>
    %5 = stablehlo.convert %4 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %7 = stablehlo.subtract %arg0, %6 : tensor<12x32xf16>
    %8 = stablehlo.multiply %7, %7 : tensor<12x32xf16>
    %9 = stablehlo.convert %8 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %10 = stablehlo.reduce(%9 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %12 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<12x1xf32>
    %14 = stablehlo.convert %13 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %15 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %16 = stablehlo.subtract %arg0, %15 : tensor<12x32xf16>
    %17 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f16>) -> tensor<12x1xf16>
    %18 = stablehlo.add %14, %17 : tensor<12x1xf16>
    %19 = stablehlo.rsqrt %18 : tensor<12x1xf16>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %21 = stablehlo.multiply %16, %20 : tensor<12x32xf16>
    %22 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %24 = stablehlo.multiply %21, %23 : tensor<12x32xf16>
    %25 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %27 = stablehlo.add %24, %26 : tensor<12x32xf16>
    %28 = stablehlo.dot_general %27, %arg1, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x96xf16>) -> tensor<12x96xf16>
    %29 = stablehlo.slice %28 [0:12, 0:32] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %30 = stablehlo.slice %28 [0:12, 32:64] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %31 = stablehlo.slice %28 [0:12, 64:96] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %32 = stablehlo.reshape %29 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %33 = stablehlo.transpose %32, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %34 = stablehlo.reshape %30 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %35 = stablehlo.transpose %34, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %36 = stablehlo.reshape %31 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %37 = stablehlo.transpose %36, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %38 = stablehlo.dot_general %33, %35, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x12x16xf16>, tensor<2x12x16xf16>) -> tensor<2x12x12xf16>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f16>) -> tensor<2x12x12xf16>
    %40 = stablehlo.multiply %38, %39 : tensor<2x12x12xf16>
    %41 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %42 = call @tril(%41) : (tensor<12x12xi1>) -> tensor<12x12xi1>
    %43 = call @_where(%42, %40, %cst_4) : (tensor<12x12xi1>, tensor<2x12x12xf16>, tensor<f16>) -> tensor<2x12x12xf16>
    %44 = stablehlo.reduce(%43 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x12x12xf16>, tensor<f16>) -> tensor<2x12xf16>
    %45 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f16>) -> tensor<2x12xf16>
    %46 = stablehlo.maximum %45, %44 : tensor<2x12xf16>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<2x12xf16>) -> tensor<2x12x1xf16>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<2x12x1xf16>) -> tensor<2x12x12xf16>
    %49 = stablehlo.subtract %43, %48 : tensor<2x12x12xf16>
    %50 = stablehlo.exponential %49 : tensor<2x12x12xf16>
    %51 = stablehlo.convert %50 : (tensor<2x12x12xf16>) -> tensor<2x12x12xf32>
    %52 = stablehlo.reduce(%51 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %54 = stablehlo.convert %53 : (tensor<2x12x1xf32>) -> tensor<2x12x1xf16>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<2x12x1xf16>) -> tensor<2x12x12xf16>
    %56 = stablehlo.divide %50, %55 : tensor<2x12x12xf16>
    %57 = stablehlo.dot_general %56, %37, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x12x12xf16>, tensor<2x12x16xf16>) -> tensor<2x12x16xf16>
    %58 = stablehlo.transpose %57, dims = [1, 0, 2] : (tensor<2x12x16xf16>) -> tensor<12x2x16xf16>
    %59 = stablehlo.reshape %58 : (tensor<12x2x16xf16>) -> tensor<12x32xf16>
    %60 = stablehlo.dot_general %59, %arg2, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x32xf16>) -> tensor<12x32xf16>
    %61 = stablehlo.add %arg0, %60 : tensor<12x32xf16>
    %62 = stablehlo.convert %61 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %63 = stablehlo.reduce(%62 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %65 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %66 = stablehlo.divide %64, %65 : tensor<12x1xf32>
    %67 = stablehlo.convert %66 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %69 = stablehlo.subtract %61, %68 : tensor<12x32xf16>
    %70 = stablehlo.multiply %69, %69 : tensor<12x32xf16>
    %71 = stablehlo.convert %70 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %72 = stablehlo.reduce(%71 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %74 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %75 = stablehlo.divide %73, %74 : tensor<12x1xf32>
    %76 = stablehlo.convert %75 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %77 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %78 = stablehlo.subtract %61, %77 : tensor<12x32xf16>
    %79 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f16>) -> tensor<12x1xf16>
    %80 = stablehlo.add %76, %79 : tensor<12x1xf16>
    %81 = stablehlo.rsqrt %80 : tensor<12x1xf16>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %83 = stablehlo.multiply %78, %82 : tensor<12x32xf16>
    %84 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %86 = stablehlo.multiply %83, %85 : tensor<12x32xf16>
    %87 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %89 = stablehlo.add %86, %88 : tensor<12x32xf16>
    %90 = stablehlo.dot_general %89, %arg5, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x64xf16>) -> tensor<12x64xf16>
    %91 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<64xf16>) -> tensor<1x64xf16>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1] : (tensor<1x64xf16>) -> tensor<12x64xf16>
    %93 = stablehlo.add %90, %92 : tensor<12x64xf16>
    %94 = stablehlo.multiply %93, %93 : tensor<12x64xf16>
    %95 = stablehlo.multiply %94, %93 : tensor<12x64xf16>
    %96 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %97 = stablehlo.multiply %96, %95 : tensor<12x64xf16>
    %98 = stablehlo.add %93, %97 : tensor<12x64xf16>
    %99 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %100 = stablehlo.multiply %99, %98 : tensor<12x64xf16>
    %101 = stablehlo.tanh %100 : tensor<12x64xf16>
    %102 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %103 = stablehlo.add %102, %101 : tensor<12x64xf16>
    %104 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %105 = stablehlo.multiply %104, %103 : tensor<12x64xf16>
    %106 = stablehlo.multiply %93, %105 : tensor<12x64xf16>
    %107 = stablehlo.dot_general %106, %arg7, contracting_dims = [1] x [0] : (tensor<12x64xf16>, tensor<64x32xf16>) -> tensor<12x32xf16>
    %108 = stablehlo.add %61, %107 : tensor<12x32xf16>
    %109 = stablehlo.convert %108 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %110 = stablehlo.reduce(%109 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %111 = stablehlo.broadcast_in_dim %110, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %112 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %113 = stablehlo.divide %111, %112 : tensor<12x1xf32>
    %114 = stablehlo.convert %113 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %116 = stablehlo.subtract %108, %115 : tensor<12x32xf16>
    %117 = stablehlo.multiply %116, %116 : tensor<12x32xf16>
    %118 = stablehlo.convert %117 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %119 = stablehlo.reduce(%118 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %121 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %122 = stablehlo.divide %120, %121 : tensor<12x1xf32>
    %123 = stablehlo.convert %122 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %124 = stablehlo.broadcast_in_dim %114, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %125 = stablehlo.subtract %108, %124 : tensor<12x32xf16>
    %126 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f16>) -> tensor<12x1xf16>
    %127 = stablehlo.add %123, %126 : tensor<12x1xf16>
    %128 = stablehlo.rsqrt %127 : tensor<12x1xf16>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %130 = stablehlo.multiply %125, %129 : tensor<12x32xf16>
    %131 = stablehlo.broadcast_in_dim %arg12, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %133 = stablehlo.multiply %130, %132 : tensor<12x32xf16>
    %134 = stablehlo.broadcast_in_dim %arg13, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %136 = stablehlo.add %133, %135 : tensor<12x32xf16>
    %137 = stablehlo.dot_general %136, %arg10, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x96xf16>) -> tensor<12x96xf16>
    %138 = stablehlo.slice %137 [0:12, 0:32] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %139 = stablehlo.slice %137 [0:12, 32:64] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %140 = stablehlo.slice %137 [0:12, 64:96] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %141 = stablehlo.reshape %138 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %142 = stablehlo.transpose %141, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %143 = stablehlo.reshape %139 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %144 = stablehlo.transpose %143, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %145 = stablehlo.reshape %140 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %146 = stablehlo.transpose %145, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %147 = stablehlo.dot_general %142, %144, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x12x16xf16>, tensor<2x12x16xf16>) -> tensor<2x12x12xf16>
    %148 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f16>) -> tensor<2x12x12xf16>
    %149 = stablehlo.multiply %147, %148 : tensor<2x12x12xf16>
    %150 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %151 = call @tril(%150) : (tensor<12x12xi1>) -> tensor<12x12xi1>
    %152 = call @_where(%151, %149, %cst_4) : (tensor<12x12xi1>, tensor<2x12x12xf16>, tensor<f16>) -> tensor<2x12x12xf16>
    %153 = stablehlo.reduce(%152 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x12x12xf16>, tensor<f16>) -> tensor<2x12xf16>
    %154 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f16>) -> tensor<2x12xf16>
    %155 = stablehlo.maximum %154, %153 : tensor<2x12xf16>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0, 1] : (tensor<2x12xf16>) -> tensor<2x12x1xf16>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1, 2] : (tensor<2x12x1xf16>) -> tensor<2x12x12xf16>
    %158 = stablehlo.subtract %152, %157 : tensor<2x12x12xf16>
    %159 = stablehlo.exponential %158 : tensor<2x12x12xf16>
    %160 = stablehlo.convert %159 : (tensor<2x12x12xf16>) -> tensor<2x12x12xf32>
    %161 = stablehlo.reduce(%160 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %163 = stablehlo.convert %162 : (tensor<2x12x1xf32>) -> tensor<2x12x1xf16>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2] : (tensor<2x12x1xf16>) -> tensor<2x12x12xf16>
    %165 = stablehlo.divide %159, %164 : tensor<2x12x12xf16>
    %166 = stablehlo.dot_general %165, %146, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x12x12xf16>, tensor<2x12x16xf16>) -> tensor<2x12x16xf16>
    %167 = stablehlo.transpose %166, dims = [1, 0, 2] : (tensor<2x12x16xf16>) -> tensor<12x2x16xf16>
    %168 = stablehlo.reshape %167 : (tensor<12x2x16xf16>) -> tensor<12x32xf16>
    %169 = stablehlo.dot_general %168, %arg11, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x32xf16>) -> tensor<12x32xf16>
    %170 = stablehlo.add %108, %169 : tensor<12x32xf16>
    %171 = stablehlo.convert %170 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %172 = stablehlo.reduce(%171 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %174 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %175 = stablehlo.divide %173, %174 : tensor<12x1xf32>
    %176 = stablehlo.convert %175 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %178 = stablehlo.subtract %170, %177 : tensor<12x32xf16>
    %179 = stablehlo.multiply %178, %178 : tensor<12x32xf16>
    %180 = stablehlo.convert %179 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %181 = stablehlo.reduce(%180 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %182 = stablehlo.broadcast_in_dim %181, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %183 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %184 = stablehlo.divide %182, %183 : tensor<12x1xf32>
    %185 = stablehlo.convert %184 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %186 = stablehlo.broadcast_in_dim %176, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %187 = stablehlo.subtract %170, %186 : tensor<12x32xf16>
    %188 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f16>) -> tensor<12x1xf16>
    %189 = stablehlo.add %185, %188 : tensor<12x1xf16>
    %190 = stablehlo.rsqrt %189 : tensor<12x1xf16>
    %191 = stablehlo.broadcast_in_dim %190, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %192 = stablehlo.multiply %187, %191 : tensor<12x32xf16>
    %193 = stablehlo.broadcast_in_dim %arg17, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %194 = stablehlo.broadcast_in_dim %193, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %195 = stablehlo.multiply %192, %194 : tensor<12x32xf16>
    %196 = stablehlo.broadcast_in_dim %arg18, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %198 = stablehlo.add %195, %197 : tensor<12x32xf16>
    %199 = stablehlo.dot_general %198, %arg14, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x64xf16>) -> tensor<12x64xf16>
    %200 = stablehlo.broadcast_in_dim %arg15, dims = [1] : (tensor<64xf16>) -> tensor<1x64xf16>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1] : (tensor<1x64xf16>) -> tensor<12x64xf16>
    %202 = stablehlo.add %199, %201 : tensor<12x64xf16>
    %203 = stablehlo.multiply %202, %202 : tensor<12x64xf16>
    %204 = stablehlo.multiply %203, %202 : tensor<12x64xf16>
    %205 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %206 = stablehlo.multiply %205, %204 : tensor<12x64xf16>
    %207 = stablehlo.add %202, %206 : tensor<12x64xf16>
    %208 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %209 = stablehlo.multiply %208, %207 : tensor<12x64xf16>
    %210 = stablehlo.tanh %209 : tensor<12x64xf16>
    %211 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %212 = stablehlo.add %211, %210 : tensor<12x64xf16>
    %213 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %214 = stablehlo.multiply %213, %212 : tensor<12x64xf16>
    %215 = stablehlo.multiply %202, %214 : tensor<12x64xf16>
    %216 = stablehlo.dot_general %215, %arg16, contracting_dims = [1] x [0] : (tensor<12x64xf16>, tensor<64x32xf16>) -> tensor<12x32xf16>
    %217 = stablehlo.add %170, %216 : tensor<12x32xf16>
    %218 = stablehlo.convert %217 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %219 = stablehlo.reduce(%218 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %221 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %222 = stablehlo.divide %220, %221 : tensor<12x1xf32>
    %223 = stablehlo.convert %222 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %224 = stablehlo.broadcast_in_dim %223, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %225 = stablehlo.subtract %217, %224 : tensor<12x32xf16>
    %226 = stablehlo.multiply %225, %225 : tensor<12x32xf16>
    %227 = stablehlo.convert %226 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %228 = stablehlo.reduce(%227 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %230 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %231 = stablehlo.divide %229, %230 : tensor<12x1xf32>
    %232 = stablehlo.convert %231 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %233 = stablehlo.broadcast_in_dim %223, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %234 = stablehlo.subtract %217, %233 : tensor<12x32xf16>
    %235 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f16>) -> tensor<12x1xf16>
    %236 = stablehlo.add %232, %235 : tensor<12x1xf16>
    %237 = stablehlo.rsqrt %236 : tensor<12x1xf16>
    %238 = stablehlo.broadcast_in_dim %237, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %239 = stablehlo.multiply %234, %238 : tensor<12x32xf16>
    %240 = stablehlo.broadcast_in_dim %arg21, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %242 = stablehlo.multiply %239, %241 : tensor<12x32xf16>
    %243 = stablehlo.broadcast_in_dim %arg22, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %244 = stablehlo.broadcast_in_dim %243, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %245 = stablehlo.add %242, %244 : tensor<12x32xf16>
    %246 = stablehlo.dot_general %245, %arg19, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x96xf16>) -> tensor<12x96xf16>
    %247 = stablehlo.slice %246 [0:12, 0:32] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %248 = stablehlo.slice %246 [0:12, 32:64] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %249 = stablehlo.slice %246 [0:12, 64:96] : (tensor<12x96xf16>) -> tensor<12x32xf16>
    %250 = stablehlo.reshape %247 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %251 = stablehlo.transpose %250, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %252 = stablehlo.reshape %248 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %253 = stablehlo.transpose %252, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %254 = stablehlo.reshape %249 : (tensor<12x32xf16>) -> tensor<12x2x16xf16>
    %255 = stablehlo.transpose %254, dims = [1, 0, 2] : (tensor<12x2x16xf16>) -> tensor<2x12x16xf16>
    %256 = stablehlo.dot_general %251, %253, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x12x16xf16>, tensor<2x12x16xf16>) -> tensor<2x12x12xf16>
    %257 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f16>) -> tensor<2x12x12xf16>
    %258 = stablehlo.multiply %256, %257 : tensor<2x12x12xf16>
    %259 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<12x12xi1>
    %260 = call @tril(%259) : (tensor<12x12xi1>) -> tensor<12x12xi1>
    %261 = call @_where(%260, %258, %cst_4) : (tensor<12x12xi1>, tensor<2x12x12xf16>, tensor<f16>) -> tensor<2x12x12xf16>
    %262 = stablehlo.reduce(%261 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x12x12xf16>, tensor<f16>) -> tensor<2x12xf16>
    %263 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f16>) -> tensor<2x12xf16>
    %264 = stablehlo.maximum %263, %262 : tensor<2x12xf16>
    %265 = stablehlo.broadcast_in_dim %264, dims = [0, 1] : (tensor<2x12xf16>) -> tensor<2x12x1xf16>
    %266 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2] : (tensor<2x12x1xf16>) -> tensor<2x12x12xf16>
    %267 = stablehlo.subtract %261, %266 : tensor<2x12x12xf16>
    %268 = stablehlo.exponential %267 : tensor<2x12x12xf16>
    %269 = stablehlo.convert %268 : (tensor<2x12x12xf16>) -> tensor<2x12x12xf32>
    %270 = stablehlo.reduce(%269 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x12x12xf32>, tensor<f32>) -> tensor<2x12xf32>
    %271 = stablehlo.broadcast_in_dim %270, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %272 = stablehlo.convert %271 : (tensor<2x12x1xf32>) -> tensor<2x12x1xf16>
    %273 = stablehlo.broadcast_in_dim %272, dims = [0, 1, 2] : (tensor<2x12x1xf16>) -> tensor<2x12x12xf16>
    %274 = stablehlo.divide %268, %273 : tensor<2x12x12xf16>
    %275 = stablehlo.dot_general %274, %255, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x12x12xf16>, tensor<2x12x16xf16>) -> tensor<2x12x16xf16>
    %276 = stablehlo.transpose %275, dims = [1, 0, 2] : (tensor<2x12x16xf16>) -> tensor<12x2x16xf16>
    %277 = stablehlo.reshape %276 : (tensor<12x2x16xf16>) -> tensor<12x32xf16>
    %278 = stablehlo.dot_general %277, %arg20, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x32xf16>) -> tensor<12x32xf16>
    %279 = stablehlo.add %217, %278 : tensor<12x32xf16>
    %280 = stablehlo.convert %279 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %281 = stablehlo.reduce(%280 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %282 = stablehlo.broadcast_in_dim %281, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %283 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %284 = stablehlo.divide %282, %283 : tensor<12x1xf32>
    %285 = stablehlo.convert %284 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %287 = stablehlo.subtract %279, %286 : tensor<12x32xf16>
    %288 = stablehlo.multiply %287, %287 : tensor<12x32xf16>
    %289 = stablehlo.convert %288 : (tensor<12x32xf16>) -> tensor<12x32xf32>
    %290 = stablehlo.reduce(%289 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<12x32xf32>, tensor<f32>) -> tensor<12xf32>
    %291 = stablehlo.broadcast_in_dim %290, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
    %292 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<12x1xf32>
    %293 = stablehlo.divide %291, %292 : tensor<12x1xf32>
    %294 = stablehlo.convert %293 : (tensor<12x1xf32>) -> tensor<12x1xf16>
    %295 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %296 = stablehlo.subtract %279, %295 : tensor<12x32xf16>
    %297 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f16>) -> tensor<12x1xf16>
    %298 = stablehlo.add %294, %297 : tensor<12x1xf16>
    %299 = stablehlo.rsqrt %298 : tensor<12x1xf16>
    %300 = stablehlo.broadcast_in_dim %299, dims = [0, 1] : (tensor<12x1xf16>) -> tensor<12x32xf16>
    %301 = stablehlo.multiply %296, %300 : tensor<12x32xf16>
    %302 = stablehlo.broadcast_in_dim %arg26, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %303 = stablehlo.broadcast_in_dim %302, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %304 = stablehlo.multiply %301, %303 : tensor<12x32xf16>
    %305 = stablehlo.broadcast_in_dim %arg27, dims = [1] : (tensor<32xf16>) -> tensor<1x32xf16>
    %306 = stablehlo.broadcast_in_dim %305, dims = [0, 1] : (tensor<1x32xf16>) -> tensor<12x32xf16>
    %307 = stablehlo.add %304, %306 : tensor<12x32xf16>
    %308 = stablehlo.dot_general %307, %arg23, contracting_dims = [1] x [0] : (tensor<12x32xf16>, tensor<32x64xf16>) -> tensor<12x64xf16>
    %309 = stablehlo.broadcast_in_dim %arg24, dims = [1] : (tensor<64xf16>) -> tensor<1x64xf16>
    %310 = stablehlo.broadcast_in_dim %309, dims = [0, 1] : (tensor<1x64xf16>) -> tensor<12x64xf16>
    %311 = stablehlo.add %308, %310 : tensor<12x64xf16>
    %312 = stablehlo.multiply %311, %311 : tensor<12x64xf16>
    %313 = stablehlo.multiply %312, %311 : tensor<12x64xf16>
    %314 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %315 = stablehlo.multiply %314, %313 : tensor<12x64xf16>
    %316 = stablehlo.add %311, %315 : tensor<12x64xf16>
    %317 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %318 = stablehlo.multiply %317, %316 : tensor<12x64xf16>
    %319 = stablehlo.tanh %318 : tensor<12x64xf16>
    %320 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %321 = stablehlo.add %320, %319 : tensor<12x64xf16>
    %322 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f16>) -> tensor<12x64xf16>
    %323 = stablehlo.multiply %322, %321 : tensor<12x64xf16>
    %324 = stablehlo.multiply %311, %323 : tensor<12x64xf16>
    %325 = stablehlo.dot_general %324, %arg25, contracting_dims = [1] x [0] : (tensor<12x64xf16>, tensor<64x32xf16>) -> tensor<12x32xf16>
    %326 = stablehlo.add %279, %325 : tensor<12x32xf16>
    return %326 : tensor<12x32xf16>
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
  func.func private @_where(%arg0: tensor<12x12xi1>, %arg1: tensor<2x12x12xf16>, %arg2: tensor<f16>) -> tensor<2x12x12xf16> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<12x12xi1>) -> tensor<2x12x12xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f16>) -> tensor<2x12x12xf16>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<2x12x12xi1>, tensor<2x12x12xf16>
    return %2 : tensor<2x12x12xf16>
  }
}

