module @jit_attention attributes {jax.uses_shape_polymorphism = false, mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x16xf32>, %arg1: tensor<16x48xf32>, %arg2: tensor<16x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16x32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32x16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<16xf32>, %arg10: tensor<16x48xf32>, %arg11: tensor<16x16xf32>, %arg12: tensor<16xf32>, %arg13: tensor<16xf32>, %arg14: tensor<16x32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32x16xf32>, %arg17: tensor<16xf32>, %arg18: tensor<16xf32>, %arg19: tensor<16x48xf32>, %arg20: tensor<16x16xf32>, %arg21: tensor<16xf32>, %arg22: tensor<16xf32>, %arg23: tensor<16x32xf32>, %arg24: tensor<32xf32>, %arg25: tensor<32x16xf32>, %arg26: tensor<16xf32>, %arg27: tensor<16xf32>, %arg28: tensor<16x48xf32>, %arg29: tensor<16x16xf32>, %arg30: tensor<16xf32>, %arg31: tensor<16xf32>, %arg32: tensor<16x32xf32>, %arg33: tensor<32xf32>, %arg34: tensor<32x16xf32>, %arg35: tensor<16xf32>, %arg36: tensor<16xf32>, %arg37: tensor<16x48xf32>, %arg38: tensor<16x16xf32>, %arg39: tensor<16xf32>, %arg40: tensor<16xf32>, %arg41: tensor<16x32xf32>, %arg42: tensor<32xf32>, %arg43: tensor<32x16xf32>, %arg44: tensor<16xf32>, %arg45: tensor<16xf32>, %arg46: tensor<16x48xf32>, %arg47: tensor<16x16xf32>, %arg48: tensor<16xf32>, %arg49: tensor<16xf32>, %arg50: tensor<16x32xf32>, %arg51: tensor<32xf32>, %arg52: tensor<32x16xf32>, %arg53: tensor<16xf32>, %arg54: tensor<16xf32>, %arg55: tensor<16x48xf32>, %arg56: tensor<16x16xf32>, %arg57: tensor<16xf32>, %arg58: tensor<16xf32>, %arg59: tensor<16x32xf32>, %arg60: tensor<32xf32>, %arg61: tensor<32x16xf32>, %arg62: tensor<16xf32>, %arg63: tensor<16xf32>, %arg64: tensor<16x48xf32>, %arg65: tensor<16x16xf32>, %arg66: tensor<16xf32>, %arg67: tensor<16xf32>, %arg68: tensor<16x32xf32>, %arg69: tensor<32xf32>, %arg70: tensor<32x16xf32>, %arg71: tensor<16xf32>, %arg72: tensor<16xf32>, %arg73: tensor<16x48xf32>, %arg74: tensor<16x16xf32>, %arg75: tensor<16xf32>, %arg76: tensor<16xf32>, %arg77: tensor<16x32xf32>, %arg78: tensor<32xf32>, %arg79: tensor<32x16xf32>, %arg80: tensor<16xf32>, %arg81: tensor<16xf32>, %arg82: tensor<16x48xf32>, %arg83: tensor<16x16xf32>, %arg84: tensor<16xf32>, %arg85: tensor<16xf32>, %arg86: tensor<16x32xf32>, %arg87: tensor<32xf32>, %arg88: tensor<32x16xf32>, %arg89: tensor<16xf32>, %arg90: tensor<16xf32>, %arg91: tensor<16x48xf32>, %arg92: tensor<16x16xf32>, %arg93: tensor<16xf32>, %arg94: tensor<16xf32>, %arg95: tensor<16x32xf32>, %arg96: tensor<32xf32>, %arg97: tensor<32x16xf32>, %arg98: tensor<16xf32>, %arg99: tensor<16xf32>, %arg100: tensor<16x48xf32>, %arg101: tensor<16x16xf32>, %arg102: tensor<16xf32>, %arg103: tensor<16xf32>, %arg104: tensor<16x32xf32>, %arg105: tensor<32xf32>, %arg106: tensor<32x16xf32>, %arg107: tensor<16xf32>, %arg108: tensor<16xf32>, %arg109: tensor<16x48xf32>, %arg110: tensor<16x16xf32>, %arg111: tensor<16xf32>, %arg112: tensor<16xf32>, %arg113: tensor<16x32xf32>, %arg114: tensor<32xf32>, %arg115: tensor<32x16xf32>, %arg116: tensor<16xf32>, %arg117: tensor<16xf32>, %arg118: tensor<16x48xf32>, %arg119: tensor<16x16xf32>, %arg120: tensor<16xf32>, %arg121: tensor<16xf32>, %arg122: tensor<16x32xf32>, %arg123: tensor<32xf32>, %arg124: tensor<32x16xf32>, %arg125: tensor<16xf32>, %arg126: tensor<16xf32>, %arg127: tensor<16x48xf32>, %arg128: tensor<16x16xf32>, %arg129: tensor<16xf32>, %arg130: tensor<16xf32>, %arg131: tensor<16x32xf32>, %arg132: tensor<32xf32>, %arg133: tensor<32x16xf32>, %arg134: tensor<16xf32>, %arg135: tensor<16xf32>, %arg136: tensor<16x48xf32>, %arg137: tensor<16x16xf32>, %arg138: tensor<16xf32>, %arg139: tensor<16xf32>, %arg140: tensor<16x32xf32>, %arg141: tensor<32xf32>, %arg142: tensor<32x16xf32>, %arg143: tensor<16xf32>, %arg144: tensor<16xf32>) -> (tensor<8x16xf32> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %cst_2 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %cst_4 = stablehlo.constant dense<-1.000000e+04> : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %cst_5 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %cst_6 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %2 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<8x16xf32>
    %7 = stablehlo.reduce(%6 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %9 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<8x1xf32>
    %11 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %12 = stablehlo.subtract %arg0, %11 : tensor<8x16xf32>
    %13 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %14 = stablehlo.add %10, %13 : tensor<8x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<8x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<8x16xf32>
    %18 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<8x16xf32>
    %21 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %23 = stablehlo.add %20, %22 : tensor<8x16xf32>
    %24 = stablehlo.dot_general %23, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %25 = stablehlo.slice %24 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %26 = stablehlo.slice %24 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %27 = stablehlo.slice %24 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %28 = stablehlo.reshape %25 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %29 = stablehlo.transpose %28, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %30 = stablehlo.reshape %26 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %31 = stablehlo.transpose %30, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %32 = stablehlo.reshape %27 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %34 = stablehlo.dot_general %29, %31, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %35 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %36 = stablehlo.multiply %34, %35 : tensor<2x8x8xf32>
    %37 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %38 = call @tril(%37) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %39 = call @_where(%38, %36, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %40 = stablehlo.reduce(%39 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %41 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %42 = stablehlo.maximum %41, %40 : tensor<2x8xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %45 = stablehlo.subtract %39, %44 : tensor<2x8x8xf32>
    %46 = stablehlo.exponential %45 : tensor<2x8x8xf32>
    %47 = stablehlo.reduce(%46 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %50 = stablehlo.divide %46, %49 : tensor<2x8x8xf32>
    %51 = stablehlo.dot_general %50, %33, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %52 = stablehlo.transpose %51, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %53 = stablehlo.reshape %52 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %54 = stablehlo.dot_general %53, %arg2, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %55 = stablehlo.add %arg0, %54 : tensor<8x16xf32>
    %56 = stablehlo.reduce(%55 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %58 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %59 = stablehlo.divide %57, %58 : tensor<8x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %61 = stablehlo.subtract %55, %60 : tensor<8x16xf32>
    %62 = stablehlo.multiply %61, %61 : tensor<8x16xf32>
    %63 = stablehlo.reduce(%62 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %65 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %66 = stablehlo.divide %64, %65 : tensor<8x1xf32>
    %67 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %68 = stablehlo.subtract %55, %67 : tensor<8x16xf32>
    %69 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %70 = stablehlo.add %66, %69 : tensor<8x1xf32>
    %71 = stablehlo.rsqrt %70 : tensor<8x1xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %73 = stablehlo.multiply %68, %72 : tensor<8x16xf32>
    %74 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %76 = stablehlo.multiply %73, %75 : tensor<8x16xf32>
    %77 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %79 = stablehlo.add %76, %78 : tensor<8x16xf32>
    %80 = stablehlo.dot_general %79, %arg5, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %81 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %83 = stablehlo.add %80, %82 : tensor<8x32xf32>
    %84 = stablehlo.multiply %83, %83 : tensor<8x32xf32>
    %85 = stablehlo.multiply %84, %83 : tensor<8x32xf32>
    %86 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %87 = stablehlo.multiply %86, %85 : tensor<8x32xf32>
    %88 = stablehlo.add %83, %87 : tensor<8x32xf32>
    %89 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %90 = stablehlo.multiply %89, %88 : tensor<8x32xf32>
    %91 = stablehlo.tanh %90 : tensor<8x32xf32>
    %92 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %93 = stablehlo.add %92, %91 : tensor<8x32xf32>
    %94 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %95 = stablehlo.multiply %94, %93 : tensor<8x32xf32>
    %96 = stablehlo.multiply %83, %95 : tensor<8x32xf32>
    %97 = stablehlo.dot_general %96, %arg7, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %98 = stablehlo.add %55, %97 : tensor<8x16xf32>
    %99 = stablehlo.reduce(%98 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %101 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %102 = stablehlo.divide %100, %101 : tensor<8x1xf32>
    %103 = stablehlo.broadcast_in_dim %102, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %104 = stablehlo.subtract %98, %103 : tensor<8x16xf32>
    %105 = stablehlo.multiply %104, %104 : tensor<8x16xf32>
    %106 = stablehlo.reduce(%105 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %108 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %109 = stablehlo.divide %107, %108 : tensor<8x1xf32>
    %110 = stablehlo.broadcast_in_dim %102, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %111 = stablehlo.subtract %98, %110 : tensor<8x16xf32>
    %112 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %113 = stablehlo.add %109, %112 : tensor<8x1xf32>
    %114 = stablehlo.rsqrt %113 : tensor<8x1xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %116 = stablehlo.multiply %111, %115 : tensor<8x16xf32>
    %117 = stablehlo.broadcast_in_dim %arg12, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %118 = stablehlo.broadcast_in_dim %117, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %119 = stablehlo.multiply %116, %118 : tensor<8x16xf32>
    %120 = stablehlo.broadcast_in_dim %arg13, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %122 = stablehlo.add %119, %121 : tensor<8x16xf32>
    %123 = stablehlo.dot_general %122, %arg10, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %124 = stablehlo.slice %123 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %125 = stablehlo.slice %123 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %126 = stablehlo.slice %123 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %127 = stablehlo.reshape %124 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %128 = stablehlo.transpose %127, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %129 = stablehlo.reshape %125 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %130 = stablehlo.transpose %129, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %131 = stablehlo.reshape %126 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %132 = stablehlo.transpose %131, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %133 = stablehlo.dot_general %128, %130, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %134 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %135 = stablehlo.multiply %133, %134 : tensor<2x8x8xf32>
    %136 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %137 = call @tril(%136) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %138 = call @_where(%137, %135, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %139 = stablehlo.reduce(%138 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %140 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %141 = stablehlo.maximum %140, %139 : tensor<2x8xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %144 = stablehlo.subtract %138, %143 : tensor<2x8x8xf32>
    %145 = stablehlo.exponential %144 : tensor<2x8x8xf32>
    %146 = stablehlo.reduce(%145 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %149 = stablehlo.divide %145, %148 : tensor<2x8x8xf32>
    %150 = stablehlo.dot_general %149, %132, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %151 = stablehlo.transpose %150, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %152 = stablehlo.reshape %151 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %153 = stablehlo.dot_general %152, %arg11, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %154 = stablehlo.add %98, %153 : tensor<8x16xf32>
    %155 = stablehlo.reduce(%154 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %156 = stablehlo.broadcast_in_dim %155, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %157 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %158 = stablehlo.divide %156, %157 : tensor<8x1xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %160 = stablehlo.subtract %154, %159 : tensor<8x16xf32>
    %161 = stablehlo.multiply %160, %160 : tensor<8x16xf32>
    %162 = stablehlo.reduce(%161 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %163 = stablehlo.broadcast_in_dim %162, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %164 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %165 = stablehlo.divide %163, %164 : tensor<8x1xf32>
    %166 = stablehlo.broadcast_in_dim %158, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %167 = stablehlo.subtract %154, %166 : tensor<8x16xf32>
    %168 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %169 = stablehlo.add %165, %168 : tensor<8x1xf32>
    %170 = stablehlo.rsqrt %169 : tensor<8x1xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %172 = stablehlo.multiply %167, %171 : tensor<8x16xf32>
    %173 = stablehlo.broadcast_in_dim %arg17, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %174 = stablehlo.broadcast_in_dim %173, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %175 = stablehlo.multiply %172, %174 : tensor<8x16xf32>
    %176 = stablehlo.broadcast_in_dim %arg18, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %178 = stablehlo.add %175, %177 : tensor<8x16xf32>
    %179 = stablehlo.dot_general %178, %arg14, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %180 = stablehlo.broadcast_in_dim %arg15, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %182 = stablehlo.add %179, %181 : tensor<8x32xf32>
    %183 = stablehlo.multiply %182, %182 : tensor<8x32xf32>
    %184 = stablehlo.multiply %183, %182 : tensor<8x32xf32>
    %185 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %186 = stablehlo.multiply %185, %184 : tensor<8x32xf32>
    %187 = stablehlo.add %182, %186 : tensor<8x32xf32>
    %188 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %189 = stablehlo.multiply %188, %187 : tensor<8x32xf32>
    %190 = stablehlo.tanh %189 : tensor<8x32xf32>
    %191 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %192 = stablehlo.add %191, %190 : tensor<8x32xf32>
    %193 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %194 = stablehlo.multiply %193, %192 : tensor<8x32xf32>
    %195 = stablehlo.multiply %182, %194 : tensor<8x32xf32>
    %196 = stablehlo.dot_general %195, %arg16, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %197 = stablehlo.add %154, %196 : tensor<8x16xf32>
    %198 = stablehlo.reduce(%197 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %199 = stablehlo.broadcast_in_dim %198, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %200 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %201 = stablehlo.divide %199, %200 : tensor<8x1xf32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %203 = stablehlo.subtract %197, %202 : tensor<8x16xf32>
    %204 = stablehlo.multiply %203, %203 : tensor<8x16xf32>
    %205 = stablehlo.reduce(%204 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %206 = stablehlo.broadcast_in_dim %205, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %207 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %208 = stablehlo.divide %206, %207 : tensor<8x1xf32>
    %209 = stablehlo.broadcast_in_dim %201, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %210 = stablehlo.subtract %197, %209 : tensor<8x16xf32>
    %211 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %212 = stablehlo.add %208, %211 : tensor<8x1xf32>
    %213 = stablehlo.rsqrt %212 : tensor<8x1xf32>
    %214 = stablehlo.broadcast_in_dim %213, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %215 = stablehlo.multiply %210, %214 : tensor<8x16xf32>
    %216 = stablehlo.broadcast_in_dim %arg21, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %217 = stablehlo.broadcast_in_dim %216, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %218 = stablehlo.multiply %215, %217 : tensor<8x16xf32>
    %219 = stablehlo.broadcast_in_dim %arg22, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %220 = stablehlo.broadcast_in_dim %219, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %221 = stablehlo.add %218, %220 : tensor<8x16xf32>
    %222 = stablehlo.dot_general %221, %arg19, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %223 = stablehlo.slice %222 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %224 = stablehlo.slice %222 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %225 = stablehlo.slice %222 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %226 = stablehlo.reshape %223 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %227 = stablehlo.transpose %226, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %228 = stablehlo.reshape %224 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %229 = stablehlo.transpose %228, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %230 = stablehlo.reshape %225 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %231 = stablehlo.transpose %230, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %232 = stablehlo.dot_general %227, %229, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %233 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %234 = stablehlo.multiply %232, %233 : tensor<2x8x8xf32>
    %235 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %236 = call @tril(%235) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %237 = call @_where(%236, %234, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %238 = stablehlo.reduce(%237 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %239 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %240 = stablehlo.maximum %239, %238 : tensor<2x8xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %243 = stablehlo.subtract %237, %242 : tensor<2x8x8xf32>
    %244 = stablehlo.exponential %243 : tensor<2x8x8xf32>
    %245 = stablehlo.reduce(%244 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %246 = stablehlo.broadcast_in_dim %245, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %248 = stablehlo.divide %244, %247 : tensor<2x8x8xf32>
    %249 = stablehlo.dot_general %248, %231, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %250 = stablehlo.transpose %249, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %251 = stablehlo.reshape %250 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %252 = stablehlo.dot_general %251, %arg20, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %253 = stablehlo.add %197, %252 : tensor<8x16xf32>
    %254 = stablehlo.reduce(%253 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %256 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %257 = stablehlo.divide %255, %256 : tensor<8x1xf32>
    %258 = stablehlo.broadcast_in_dim %257, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %259 = stablehlo.subtract %253, %258 : tensor<8x16xf32>
    %260 = stablehlo.multiply %259, %259 : tensor<8x16xf32>
    %261 = stablehlo.reduce(%260 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %262 = stablehlo.broadcast_in_dim %261, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %263 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %264 = stablehlo.divide %262, %263 : tensor<8x1xf32>
    %265 = stablehlo.broadcast_in_dim %257, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %266 = stablehlo.subtract %253, %265 : tensor<8x16xf32>
    %267 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %268 = stablehlo.add %264, %267 : tensor<8x1xf32>
    %269 = stablehlo.rsqrt %268 : tensor<8x1xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %271 = stablehlo.multiply %266, %270 : tensor<8x16xf32>
    %272 = stablehlo.broadcast_in_dim %arg26, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %273 = stablehlo.broadcast_in_dim %272, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %274 = stablehlo.multiply %271, %273 : tensor<8x16xf32>
    %275 = stablehlo.broadcast_in_dim %arg27, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %277 = stablehlo.add %274, %276 : tensor<8x16xf32>
    %278 = stablehlo.dot_general %277, %arg23, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %279 = stablehlo.broadcast_in_dim %arg24, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %280 = stablehlo.broadcast_in_dim %279, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %281 = stablehlo.add %278, %280 : tensor<8x32xf32>
    %282 = stablehlo.multiply %281, %281 : tensor<8x32xf32>
    %283 = stablehlo.multiply %282, %281 : tensor<8x32xf32>
    %284 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %285 = stablehlo.multiply %284, %283 : tensor<8x32xf32>
    %286 = stablehlo.add %281, %285 : tensor<8x32xf32>
    %287 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %288 = stablehlo.multiply %287, %286 : tensor<8x32xf32>
    %289 = stablehlo.tanh %288 : tensor<8x32xf32>
    %290 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %291 = stablehlo.add %290, %289 : tensor<8x32xf32>
    %292 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %293 = stablehlo.multiply %292, %291 : tensor<8x32xf32>
    %294 = stablehlo.multiply %281, %293 : tensor<8x32xf32>
    %295 = stablehlo.dot_general %294, %arg25, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %296 = stablehlo.add %253, %295 : tensor<8x16xf32>
    %297 = stablehlo.reduce(%296 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %298 = stablehlo.broadcast_in_dim %297, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %299 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %300 = stablehlo.divide %298, %299 : tensor<8x1xf32>
    %301 = stablehlo.broadcast_in_dim %300, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %302 = stablehlo.subtract %296, %301 : tensor<8x16xf32>
    %303 = stablehlo.multiply %302, %302 : tensor<8x16xf32>
    %304 = stablehlo.reduce(%303 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %305 = stablehlo.broadcast_in_dim %304, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %306 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %307 = stablehlo.divide %305, %306 : tensor<8x1xf32>
    %308 = stablehlo.broadcast_in_dim %300, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %309 = stablehlo.subtract %296, %308 : tensor<8x16xf32>
    %310 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %311 = stablehlo.add %307, %310 : tensor<8x1xf32>
    %312 = stablehlo.rsqrt %311 : tensor<8x1xf32>
    %313 = stablehlo.broadcast_in_dim %312, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %314 = stablehlo.multiply %309, %313 : tensor<8x16xf32>
    %315 = stablehlo.broadcast_in_dim %arg30, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %316 = stablehlo.broadcast_in_dim %315, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %317 = stablehlo.multiply %314, %316 : tensor<8x16xf32>
    %318 = stablehlo.broadcast_in_dim %arg31, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %319 = stablehlo.broadcast_in_dim %318, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %320 = stablehlo.add %317, %319 : tensor<8x16xf32>
    %321 = stablehlo.dot_general %320, %arg28, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %322 = stablehlo.slice %321 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %323 = stablehlo.slice %321 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %324 = stablehlo.slice %321 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %325 = stablehlo.reshape %322 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %326 = stablehlo.transpose %325, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %327 = stablehlo.reshape %323 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %328 = stablehlo.transpose %327, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %329 = stablehlo.reshape %324 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %330 = stablehlo.transpose %329, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %331 = stablehlo.dot_general %326, %328, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %332 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %333 = stablehlo.multiply %331, %332 : tensor<2x8x8xf32>
    %334 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %335 = call @tril(%334) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %336 = call @_where(%335, %333, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %337 = stablehlo.reduce(%336 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %338 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %339 = stablehlo.maximum %338, %337 : tensor<2x8xf32>
    %340 = stablehlo.broadcast_in_dim %339, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %341 = stablehlo.broadcast_in_dim %340, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %342 = stablehlo.subtract %336, %341 : tensor<2x8x8xf32>
    %343 = stablehlo.exponential %342 : tensor<2x8x8xf32>
    %344 = stablehlo.reduce(%343 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %345 = stablehlo.broadcast_in_dim %344, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %346 = stablehlo.broadcast_in_dim %345, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %347 = stablehlo.divide %343, %346 : tensor<2x8x8xf32>
    %348 = stablehlo.dot_general %347, %330, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %349 = stablehlo.transpose %348, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %350 = stablehlo.reshape %349 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %351 = stablehlo.dot_general %350, %arg29, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %352 = stablehlo.add %296, %351 : tensor<8x16xf32>
    %353 = stablehlo.reduce(%352 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %354 = stablehlo.broadcast_in_dim %353, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %355 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %356 = stablehlo.divide %354, %355 : tensor<8x1xf32>
    %357 = stablehlo.broadcast_in_dim %356, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %358 = stablehlo.subtract %352, %357 : tensor<8x16xf32>
    %359 = stablehlo.multiply %358, %358 : tensor<8x16xf32>
    %360 = stablehlo.reduce(%359 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %361 = stablehlo.broadcast_in_dim %360, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %362 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %363 = stablehlo.divide %361, %362 : tensor<8x1xf32>
    %364 = stablehlo.broadcast_in_dim %356, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %365 = stablehlo.subtract %352, %364 : tensor<8x16xf32>
    %366 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %367 = stablehlo.add %363, %366 : tensor<8x1xf32>
    %368 = stablehlo.rsqrt %367 : tensor<8x1xf32>
    %369 = stablehlo.broadcast_in_dim %368, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %370 = stablehlo.multiply %365, %369 : tensor<8x16xf32>
    %371 = stablehlo.broadcast_in_dim %arg35, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %372 = stablehlo.broadcast_in_dim %371, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %373 = stablehlo.multiply %370, %372 : tensor<8x16xf32>
    %374 = stablehlo.broadcast_in_dim %arg36, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %375 = stablehlo.broadcast_in_dim %374, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %376 = stablehlo.add %373, %375 : tensor<8x16xf32>
    %377 = stablehlo.dot_general %376, %arg32, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %378 = stablehlo.broadcast_in_dim %arg33, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %379 = stablehlo.broadcast_in_dim %378, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %380 = stablehlo.add %377, %379 : tensor<8x32xf32>
    %381 = stablehlo.multiply %380, %380 : tensor<8x32xf32>
    %382 = stablehlo.multiply %381, %380 : tensor<8x32xf32>
    %383 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %384 = stablehlo.multiply %383, %382 : tensor<8x32xf32>
    %385 = stablehlo.add %380, %384 : tensor<8x32xf32>
    %386 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %387 = stablehlo.multiply %386, %385 : tensor<8x32xf32>
    %388 = stablehlo.tanh %387 : tensor<8x32xf32>
    %389 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %390 = stablehlo.add %389, %388 : tensor<8x32xf32>
    %391 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %392 = stablehlo.multiply %391, %390 : tensor<8x32xf32>
    %393 = stablehlo.multiply %380, %392 : tensor<8x32xf32>
    %394 = stablehlo.dot_general %393, %arg34, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %395 = stablehlo.add %352, %394 : tensor<8x16xf32>
    %396 = stablehlo.reduce(%395 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %397 = stablehlo.broadcast_in_dim %396, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %398 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %399 = stablehlo.divide %397, %398 : tensor<8x1xf32>
    %400 = stablehlo.broadcast_in_dim %399, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %401 = stablehlo.subtract %395, %400 : tensor<8x16xf32>
    %402 = stablehlo.multiply %401, %401 : tensor<8x16xf32>
    %403 = stablehlo.reduce(%402 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %404 = stablehlo.broadcast_in_dim %403, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %405 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %406 = stablehlo.divide %404, %405 : tensor<8x1xf32>
    %407 = stablehlo.broadcast_in_dim %399, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %408 = stablehlo.subtract %395, %407 : tensor<8x16xf32>
    %409 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %410 = stablehlo.add %406, %409 : tensor<8x1xf32>
    %411 = stablehlo.rsqrt %410 : tensor<8x1xf32>
    %412 = stablehlo.broadcast_in_dim %411, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %413 = stablehlo.multiply %408, %412 : tensor<8x16xf32>
    %414 = stablehlo.broadcast_in_dim %arg39, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %415 = stablehlo.broadcast_in_dim %414, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %416 = stablehlo.multiply %413, %415 : tensor<8x16xf32>
    %417 = stablehlo.broadcast_in_dim %arg40, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %418 = stablehlo.broadcast_in_dim %417, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %419 = stablehlo.add %416, %418 : tensor<8x16xf32>
    %420 = stablehlo.dot_general %419, %arg37, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %421 = stablehlo.slice %420 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %422 = stablehlo.slice %420 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %423 = stablehlo.slice %420 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %424 = stablehlo.reshape %421 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %425 = stablehlo.transpose %424, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %426 = stablehlo.reshape %422 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %427 = stablehlo.transpose %426, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %428 = stablehlo.reshape %423 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %429 = stablehlo.transpose %428, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %430 = stablehlo.dot_general %425, %427, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %431 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %432 = stablehlo.multiply %430, %431 : tensor<2x8x8xf32>
    %433 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %434 = call @tril(%433) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %435 = call @_where(%434, %432, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %436 = stablehlo.reduce(%435 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %437 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %438 = stablehlo.maximum %437, %436 : tensor<2x8xf32>
    %439 = stablehlo.broadcast_in_dim %438, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %440 = stablehlo.broadcast_in_dim %439, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %441 = stablehlo.subtract %435, %440 : tensor<2x8x8xf32>
    %442 = stablehlo.exponential %441 : tensor<2x8x8xf32>
    %443 = stablehlo.reduce(%442 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %444 = stablehlo.broadcast_in_dim %443, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %445 = stablehlo.broadcast_in_dim %444, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %446 = stablehlo.divide %442, %445 : tensor<2x8x8xf32>
    %447 = stablehlo.dot_general %446, %429, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %448 = stablehlo.transpose %447, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %449 = stablehlo.reshape %448 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %450 = stablehlo.dot_general %449, %arg38, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %451 = stablehlo.add %395, %450 : tensor<8x16xf32>
    %452 = stablehlo.reduce(%451 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %453 = stablehlo.broadcast_in_dim %452, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %454 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %455 = stablehlo.divide %453, %454 : tensor<8x1xf32>
    %456 = stablehlo.broadcast_in_dim %455, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %457 = stablehlo.subtract %451, %456 : tensor<8x16xf32>
    %458 = stablehlo.multiply %457, %457 : tensor<8x16xf32>
    %459 = stablehlo.reduce(%458 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %460 = stablehlo.broadcast_in_dim %459, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %461 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %462 = stablehlo.divide %460, %461 : tensor<8x1xf32>
    %463 = stablehlo.broadcast_in_dim %455, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %464 = stablehlo.subtract %451, %463 : tensor<8x16xf32>
    %465 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %466 = stablehlo.add %462, %465 : tensor<8x1xf32>
    %467 = stablehlo.rsqrt %466 : tensor<8x1xf32>
    %468 = stablehlo.broadcast_in_dim %467, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %469 = stablehlo.multiply %464, %468 : tensor<8x16xf32>
    %470 = stablehlo.broadcast_in_dim %arg44, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %471 = stablehlo.broadcast_in_dim %470, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %472 = stablehlo.multiply %469, %471 : tensor<8x16xf32>
    %473 = stablehlo.broadcast_in_dim %arg45, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %474 = stablehlo.broadcast_in_dim %473, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %475 = stablehlo.add %472, %474 : tensor<8x16xf32>
    %476 = stablehlo.dot_general %475, %arg41, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %477 = stablehlo.broadcast_in_dim %arg42, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %478 = stablehlo.broadcast_in_dim %477, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %479 = stablehlo.add %476, %478 : tensor<8x32xf32>
    %480 = stablehlo.multiply %479, %479 : tensor<8x32xf32>
    %481 = stablehlo.multiply %480, %479 : tensor<8x32xf32>
    %482 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %483 = stablehlo.multiply %482, %481 : tensor<8x32xf32>
    %484 = stablehlo.add %479, %483 : tensor<8x32xf32>
    %485 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %486 = stablehlo.multiply %485, %484 : tensor<8x32xf32>
    %487 = stablehlo.tanh %486 : tensor<8x32xf32>
    %488 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %489 = stablehlo.add %488, %487 : tensor<8x32xf32>
    %490 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %491 = stablehlo.multiply %490, %489 : tensor<8x32xf32>
    %492 = stablehlo.multiply %479, %491 : tensor<8x32xf32>
    %493 = stablehlo.dot_general %492, %arg43, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %494 = stablehlo.add %451, %493 : tensor<8x16xf32>
    %495 = stablehlo.reduce(%494 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %496 = stablehlo.broadcast_in_dim %495, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %497 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %498 = stablehlo.divide %496, %497 : tensor<8x1xf32>
    %499 = stablehlo.broadcast_in_dim %498, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %500 = stablehlo.subtract %494, %499 : tensor<8x16xf32>
    %501 = stablehlo.multiply %500, %500 : tensor<8x16xf32>
    %502 = stablehlo.reduce(%501 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %503 = stablehlo.broadcast_in_dim %502, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %504 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %505 = stablehlo.divide %503, %504 : tensor<8x1xf32>
    %506 = stablehlo.broadcast_in_dim %498, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %507 = stablehlo.subtract %494, %506 : tensor<8x16xf32>
    %508 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %509 = stablehlo.add %505, %508 : tensor<8x1xf32>
    %510 = stablehlo.rsqrt %509 : tensor<8x1xf32>
    %511 = stablehlo.broadcast_in_dim %510, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %512 = stablehlo.multiply %507, %511 : tensor<8x16xf32>
    %513 = stablehlo.broadcast_in_dim %arg48, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %514 = stablehlo.broadcast_in_dim %513, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %515 = stablehlo.multiply %512, %514 : tensor<8x16xf32>
    %516 = stablehlo.broadcast_in_dim %arg49, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %517 = stablehlo.broadcast_in_dim %516, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %518 = stablehlo.add %515, %517 : tensor<8x16xf32>
    %519 = stablehlo.dot_general %518, %arg46, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %520 = stablehlo.slice %519 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %521 = stablehlo.slice %519 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %522 = stablehlo.slice %519 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %523 = stablehlo.reshape %520 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %524 = stablehlo.transpose %523, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %525 = stablehlo.reshape %521 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %526 = stablehlo.transpose %525, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %527 = stablehlo.reshape %522 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %528 = stablehlo.transpose %527, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %529 = stablehlo.dot_general %524, %526, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %530 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %531 = stablehlo.multiply %529, %530 : tensor<2x8x8xf32>
    %532 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %533 = call @tril(%532) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %534 = call @_where(%533, %531, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %535 = stablehlo.reduce(%534 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %536 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %537 = stablehlo.maximum %536, %535 : tensor<2x8xf32>
    %538 = stablehlo.broadcast_in_dim %537, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %539 = stablehlo.broadcast_in_dim %538, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %540 = stablehlo.subtract %534, %539 : tensor<2x8x8xf32>
    %541 = stablehlo.exponential %540 : tensor<2x8x8xf32>
    %542 = stablehlo.reduce(%541 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %543 = stablehlo.broadcast_in_dim %542, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %544 = stablehlo.broadcast_in_dim %543, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %545 = stablehlo.divide %541, %544 : tensor<2x8x8xf32>
    %546 = stablehlo.dot_general %545, %528, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %547 = stablehlo.transpose %546, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %548 = stablehlo.reshape %547 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %549 = stablehlo.dot_general %548, %arg47, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %550 = stablehlo.add %494, %549 : tensor<8x16xf32>
    %551 = stablehlo.reduce(%550 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %552 = stablehlo.broadcast_in_dim %551, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %553 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %554 = stablehlo.divide %552, %553 : tensor<8x1xf32>
    %555 = stablehlo.broadcast_in_dim %554, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %556 = stablehlo.subtract %550, %555 : tensor<8x16xf32>
    %557 = stablehlo.multiply %556, %556 : tensor<8x16xf32>
    %558 = stablehlo.reduce(%557 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %559 = stablehlo.broadcast_in_dim %558, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %560 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %561 = stablehlo.divide %559, %560 : tensor<8x1xf32>
    %562 = stablehlo.broadcast_in_dim %554, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %563 = stablehlo.subtract %550, %562 : tensor<8x16xf32>
    %564 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %565 = stablehlo.add %561, %564 : tensor<8x1xf32>
    %566 = stablehlo.rsqrt %565 : tensor<8x1xf32>
    %567 = stablehlo.broadcast_in_dim %566, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %568 = stablehlo.multiply %563, %567 : tensor<8x16xf32>
    %569 = stablehlo.broadcast_in_dim %arg53, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %570 = stablehlo.broadcast_in_dim %569, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %571 = stablehlo.multiply %568, %570 : tensor<8x16xf32>
    %572 = stablehlo.broadcast_in_dim %arg54, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %573 = stablehlo.broadcast_in_dim %572, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %574 = stablehlo.add %571, %573 : tensor<8x16xf32>
    %575 = stablehlo.dot_general %574, %arg50, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %576 = stablehlo.broadcast_in_dim %arg51, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %577 = stablehlo.broadcast_in_dim %576, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %578 = stablehlo.add %575, %577 : tensor<8x32xf32>
    %579 = stablehlo.multiply %578, %578 : tensor<8x32xf32>
    %580 = stablehlo.multiply %579, %578 : tensor<8x32xf32>
    %581 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %582 = stablehlo.multiply %581, %580 : tensor<8x32xf32>
    %583 = stablehlo.add %578, %582 : tensor<8x32xf32>
    %584 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %585 = stablehlo.multiply %584, %583 : tensor<8x32xf32>
    %586 = stablehlo.tanh %585 : tensor<8x32xf32>
    %587 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %588 = stablehlo.add %587, %586 : tensor<8x32xf32>
    %589 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %590 = stablehlo.multiply %589, %588 : tensor<8x32xf32>
    %591 = stablehlo.multiply %578, %590 : tensor<8x32xf32>
    %592 = stablehlo.dot_general %591, %arg52, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %593 = stablehlo.add %550, %592 : tensor<8x16xf32>
    %594 = stablehlo.reduce(%593 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %595 = stablehlo.broadcast_in_dim %594, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %596 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %597 = stablehlo.divide %595, %596 : tensor<8x1xf32>
    %598 = stablehlo.broadcast_in_dim %597, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %599 = stablehlo.subtract %593, %598 : tensor<8x16xf32>
    %600 = stablehlo.multiply %599, %599 : tensor<8x16xf32>
    %601 = stablehlo.reduce(%600 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %602 = stablehlo.broadcast_in_dim %601, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %603 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %604 = stablehlo.divide %602, %603 : tensor<8x1xf32>
    %605 = stablehlo.broadcast_in_dim %597, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %606 = stablehlo.subtract %593, %605 : tensor<8x16xf32>
    %607 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %608 = stablehlo.add %604, %607 : tensor<8x1xf32>
    %609 = stablehlo.rsqrt %608 : tensor<8x1xf32>
    %610 = stablehlo.broadcast_in_dim %609, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %611 = stablehlo.multiply %606, %610 : tensor<8x16xf32>
    %612 = stablehlo.broadcast_in_dim %arg57, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %613 = stablehlo.broadcast_in_dim %612, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %614 = stablehlo.multiply %611, %613 : tensor<8x16xf32>
    %615 = stablehlo.broadcast_in_dim %arg58, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %616 = stablehlo.broadcast_in_dim %615, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %617 = stablehlo.add %614, %616 : tensor<8x16xf32>
    %618 = stablehlo.dot_general %617, %arg55, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %619 = stablehlo.slice %618 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %620 = stablehlo.slice %618 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %621 = stablehlo.slice %618 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %622 = stablehlo.reshape %619 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %623 = stablehlo.transpose %622, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %624 = stablehlo.reshape %620 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %625 = stablehlo.transpose %624, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %626 = stablehlo.reshape %621 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %627 = stablehlo.transpose %626, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %628 = stablehlo.dot_general %623, %625, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %629 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %630 = stablehlo.multiply %628, %629 : tensor<2x8x8xf32>
    %631 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %632 = call @tril(%631) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %633 = call @_where(%632, %630, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %634 = stablehlo.reduce(%633 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %635 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %636 = stablehlo.maximum %635, %634 : tensor<2x8xf32>
    %637 = stablehlo.broadcast_in_dim %636, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %638 = stablehlo.broadcast_in_dim %637, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %639 = stablehlo.subtract %633, %638 : tensor<2x8x8xf32>
    %640 = stablehlo.exponential %639 : tensor<2x8x8xf32>
    %641 = stablehlo.reduce(%640 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %642 = stablehlo.broadcast_in_dim %641, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %643 = stablehlo.broadcast_in_dim %642, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %644 = stablehlo.divide %640, %643 : tensor<2x8x8xf32>
    %645 = stablehlo.dot_general %644, %627, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %646 = stablehlo.transpose %645, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %647 = stablehlo.reshape %646 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %648 = stablehlo.dot_general %647, %arg56, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %649 = stablehlo.add %593, %648 : tensor<8x16xf32>
    %650 = stablehlo.reduce(%649 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %651 = stablehlo.broadcast_in_dim %650, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %652 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %653 = stablehlo.divide %651, %652 : tensor<8x1xf32>
    %654 = stablehlo.broadcast_in_dim %653, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %655 = stablehlo.subtract %649, %654 : tensor<8x16xf32>
    %656 = stablehlo.multiply %655, %655 : tensor<8x16xf32>
    %657 = stablehlo.reduce(%656 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %658 = stablehlo.broadcast_in_dim %657, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %659 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %660 = stablehlo.divide %658, %659 : tensor<8x1xf32>
    %661 = stablehlo.broadcast_in_dim %653, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %662 = stablehlo.subtract %649, %661 : tensor<8x16xf32>
    %663 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %664 = stablehlo.add %660, %663 : tensor<8x1xf32>
    %665 = stablehlo.rsqrt %664 : tensor<8x1xf32>
    %666 = stablehlo.broadcast_in_dim %665, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %667 = stablehlo.multiply %662, %666 : tensor<8x16xf32>
    %668 = stablehlo.broadcast_in_dim %arg62, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %669 = stablehlo.broadcast_in_dim %668, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %670 = stablehlo.multiply %667, %669 : tensor<8x16xf32>
    %671 = stablehlo.broadcast_in_dim %arg63, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %672 = stablehlo.broadcast_in_dim %671, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %673 = stablehlo.add %670, %672 : tensor<8x16xf32>
    %674 = stablehlo.dot_general %673, %arg59, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %675 = stablehlo.broadcast_in_dim %arg60, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %676 = stablehlo.broadcast_in_dim %675, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %677 = stablehlo.add %674, %676 : tensor<8x32xf32>
    %678 = stablehlo.multiply %677, %677 : tensor<8x32xf32>
    %679 = stablehlo.multiply %678, %677 : tensor<8x32xf32>
    %680 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %681 = stablehlo.multiply %680, %679 : tensor<8x32xf32>
    %682 = stablehlo.add %677, %681 : tensor<8x32xf32>
    %683 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %684 = stablehlo.multiply %683, %682 : tensor<8x32xf32>
    %685 = stablehlo.tanh %684 : tensor<8x32xf32>
    %686 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %687 = stablehlo.add %686, %685 : tensor<8x32xf32>
    %688 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %689 = stablehlo.multiply %688, %687 : tensor<8x32xf32>
    %690 = stablehlo.multiply %677, %689 : tensor<8x32xf32>
    %691 = stablehlo.dot_general %690, %arg61, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %692 = stablehlo.add %649, %691 : tensor<8x16xf32>
    %693 = stablehlo.reduce(%692 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %694 = stablehlo.broadcast_in_dim %693, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %695 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %696 = stablehlo.divide %694, %695 : tensor<8x1xf32>
    %697 = stablehlo.broadcast_in_dim %696, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %698 = stablehlo.subtract %692, %697 : tensor<8x16xf32>
    %699 = stablehlo.multiply %698, %698 : tensor<8x16xf32>
    %700 = stablehlo.reduce(%699 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %701 = stablehlo.broadcast_in_dim %700, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %702 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %703 = stablehlo.divide %701, %702 : tensor<8x1xf32>
    %704 = stablehlo.broadcast_in_dim %696, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %705 = stablehlo.subtract %692, %704 : tensor<8x16xf32>
    %706 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %707 = stablehlo.add %703, %706 : tensor<8x1xf32>
    %708 = stablehlo.rsqrt %707 : tensor<8x1xf32>
    %709 = stablehlo.broadcast_in_dim %708, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %710 = stablehlo.multiply %705, %709 : tensor<8x16xf32>
    %711 = stablehlo.broadcast_in_dim %arg66, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %712 = stablehlo.broadcast_in_dim %711, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %713 = stablehlo.multiply %710, %712 : tensor<8x16xf32>
    %714 = stablehlo.broadcast_in_dim %arg67, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %715 = stablehlo.broadcast_in_dim %714, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %716 = stablehlo.add %713, %715 : tensor<8x16xf32>
    %717 = stablehlo.dot_general %716, %arg64, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %718 = stablehlo.slice %717 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %719 = stablehlo.slice %717 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %720 = stablehlo.slice %717 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %721 = stablehlo.reshape %718 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %722 = stablehlo.transpose %721, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %723 = stablehlo.reshape %719 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %724 = stablehlo.transpose %723, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %725 = stablehlo.reshape %720 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %726 = stablehlo.transpose %725, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %727 = stablehlo.dot_general %722, %724, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %728 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %729 = stablehlo.multiply %727, %728 : tensor<2x8x8xf32>
    %730 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %731 = call @tril(%730) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %732 = call @_where(%731, %729, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %733 = stablehlo.reduce(%732 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %734 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %735 = stablehlo.maximum %734, %733 : tensor<2x8xf32>
    %736 = stablehlo.broadcast_in_dim %735, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %737 = stablehlo.broadcast_in_dim %736, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %738 = stablehlo.subtract %732, %737 : tensor<2x8x8xf32>
    %739 = stablehlo.exponential %738 : tensor<2x8x8xf32>
    %740 = stablehlo.reduce(%739 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %741 = stablehlo.broadcast_in_dim %740, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %742 = stablehlo.broadcast_in_dim %741, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %743 = stablehlo.divide %739, %742 : tensor<2x8x8xf32>
    %744 = stablehlo.dot_general %743, %726, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %745 = stablehlo.transpose %744, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %746 = stablehlo.reshape %745 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %747 = stablehlo.dot_general %746, %arg65, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %748 = stablehlo.add %692, %747 : tensor<8x16xf32>
    %749 = stablehlo.reduce(%748 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %750 = stablehlo.broadcast_in_dim %749, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %751 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %752 = stablehlo.divide %750, %751 : tensor<8x1xf32>
    %753 = stablehlo.broadcast_in_dim %752, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %754 = stablehlo.subtract %748, %753 : tensor<8x16xf32>
    %755 = stablehlo.multiply %754, %754 : tensor<8x16xf32>
    %756 = stablehlo.reduce(%755 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %757 = stablehlo.broadcast_in_dim %756, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %758 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %759 = stablehlo.divide %757, %758 : tensor<8x1xf32>
    %760 = stablehlo.broadcast_in_dim %752, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %761 = stablehlo.subtract %748, %760 : tensor<8x16xf32>
    %762 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %763 = stablehlo.add %759, %762 : tensor<8x1xf32>
    %764 = stablehlo.rsqrt %763 : tensor<8x1xf32>
    %765 = stablehlo.broadcast_in_dim %764, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %766 = stablehlo.multiply %761, %765 : tensor<8x16xf32>
    %767 = stablehlo.broadcast_in_dim %arg71, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %768 = stablehlo.broadcast_in_dim %767, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %769 = stablehlo.multiply %766, %768 : tensor<8x16xf32>
    %770 = stablehlo.broadcast_in_dim %arg72, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %771 = stablehlo.broadcast_in_dim %770, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %772 = stablehlo.add %769, %771 : tensor<8x16xf32>
    %773 = stablehlo.dot_general %772, %arg68, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %774 = stablehlo.broadcast_in_dim %arg69, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %775 = stablehlo.broadcast_in_dim %774, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %776 = stablehlo.add %773, %775 : tensor<8x32xf32>
    %777 = stablehlo.multiply %776, %776 : tensor<8x32xf32>
    %778 = stablehlo.multiply %777, %776 : tensor<8x32xf32>
    %779 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %780 = stablehlo.multiply %779, %778 : tensor<8x32xf32>
    %781 = stablehlo.add %776, %780 : tensor<8x32xf32>
    %782 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %783 = stablehlo.multiply %782, %781 : tensor<8x32xf32>
    %784 = stablehlo.tanh %783 : tensor<8x32xf32>
    %785 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %786 = stablehlo.add %785, %784 : tensor<8x32xf32>
    %787 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %788 = stablehlo.multiply %787, %786 : tensor<8x32xf32>
    %789 = stablehlo.multiply %776, %788 : tensor<8x32xf32>
    %790 = stablehlo.dot_general %789, %arg70, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %791 = stablehlo.add %748, %790 : tensor<8x16xf32>
    %792 = stablehlo.reduce(%791 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %793 = stablehlo.broadcast_in_dim %792, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %794 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %795 = stablehlo.divide %793, %794 : tensor<8x1xf32>
    %796 = stablehlo.broadcast_in_dim %795, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %797 = stablehlo.subtract %791, %796 : tensor<8x16xf32>
    %798 = stablehlo.multiply %797, %797 : tensor<8x16xf32>
    %799 = stablehlo.reduce(%798 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %800 = stablehlo.broadcast_in_dim %799, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %801 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %802 = stablehlo.divide %800, %801 : tensor<8x1xf32>
    %803 = stablehlo.broadcast_in_dim %795, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %804 = stablehlo.subtract %791, %803 : tensor<8x16xf32>
    %805 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %806 = stablehlo.add %802, %805 : tensor<8x1xf32>
    %807 = stablehlo.rsqrt %806 : tensor<8x1xf32>
    %808 = stablehlo.broadcast_in_dim %807, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %809 = stablehlo.multiply %804, %808 : tensor<8x16xf32>
    %810 = stablehlo.broadcast_in_dim %arg75, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %811 = stablehlo.broadcast_in_dim %810, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %812 = stablehlo.multiply %809, %811 : tensor<8x16xf32>
    %813 = stablehlo.broadcast_in_dim %arg76, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %814 = stablehlo.broadcast_in_dim %813, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %815 = stablehlo.add %812, %814 : tensor<8x16xf32>
    %816 = stablehlo.dot_general %815, %arg73, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %817 = stablehlo.slice %816 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %818 = stablehlo.slice %816 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %819 = stablehlo.slice %816 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %820 = stablehlo.reshape %817 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %821 = stablehlo.transpose %820, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %822 = stablehlo.reshape %818 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %823 = stablehlo.transpose %822, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %824 = stablehlo.reshape %819 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %825 = stablehlo.transpose %824, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %826 = stablehlo.dot_general %821, %823, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %827 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %828 = stablehlo.multiply %826, %827 : tensor<2x8x8xf32>
    %829 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %830 = call @tril(%829) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %831 = call @_where(%830, %828, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %832 = stablehlo.reduce(%831 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %833 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %834 = stablehlo.maximum %833, %832 : tensor<2x8xf32>
    %835 = stablehlo.broadcast_in_dim %834, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %836 = stablehlo.broadcast_in_dim %835, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %837 = stablehlo.subtract %831, %836 : tensor<2x8x8xf32>
    %838 = stablehlo.exponential %837 : tensor<2x8x8xf32>
    %839 = stablehlo.reduce(%838 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %840 = stablehlo.broadcast_in_dim %839, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %841 = stablehlo.broadcast_in_dim %840, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %842 = stablehlo.divide %838, %841 : tensor<2x8x8xf32>
    %843 = stablehlo.dot_general %842, %825, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %844 = stablehlo.transpose %843, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %845 = stablehlo.reshape %844 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %846 = stablehlo.dot_general %845, %arg74, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %847 = stablehlo.add %791, %846 : tensor<8x16xf32>
    %848 = stablehlo.reduce(%847 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %849 = stablehlo.broadcast_in_dim %848, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %850 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %851 = stablehlo.divide %849, %850 : tensor<8x1xf32>
    %852 = stablehlo.broadcast_in_dim %851, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %853 = stablehlo.subtract %847, %852 : tensor<8x16xf32>
    %854 = stablehlo.multiply %853, %853 : tensor<8x16xf32>
    %855 = stablehlo.reduce(%854 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %856 = stablehlo.broadcast_in_dim %855, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %857 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %858 = stablehlo.divide %856, %857 : tensor<8x1xf32>
    %859 = stablehlo.broadcast_in_dim %851, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %860 = stablehlo.subtract %847, %859 : tensor<8x16xf32>
    %861 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %862 = stablehlo.add %858, %861 : tensor<8x1xf32>
    %863 = stablehlo.rsqrt %862 : tensor<8x1xf32>
    %864 = stablehlo.broadcast_in_dim %863, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %865 = stablehlo.multiply %860, %864 : tensor<8x16xf32>
    %866 = stablehlo.broadcast_in_dim %arg80, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %867 = stablehlo.broadcast_in_dim %866, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %868 = stablehlo.multiply %865, %867 : tensor<8x16xf32>
    %869 = stablehlo.broadcast_in_dim %arg81, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %870 = stablehlo.broadcast_in_dim %869, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %871 = stablehlo.add %868, %870 : tensor<8x16xf32>
    %872 = stablehlo.dot_general %871, %arg77, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %873 = stablehlo.broadcast_in_dim %arg78, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %874 = stablehlo.broadcast_in_dim %873, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %875 = stablehlo.add %872, %874 : tensor<8x32xf32>
    %876 = stablehlo.multiply %875, %875 : tensor<8x32xf32>
    %877 = stablehlo.multiply %876, %875 : tensor<8x32xf32>
    %878 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %879 = stablehlo.multiply %878, %877 : tensor<8x32xf32>
    %880 = stablehlo.add %875, %879 : tensor<8x32xf32>
    %881 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %882 = stablehlo.multiply %881, %880 : tensor<8x32xf32>
    %883 = stablehlo.tanh %882 : tensor<8x32xf32>
    %884 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %885 = stablehlo.add %884, %883 : tensor<8x32xf32>
    %886 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %887 = stablehlo.multiply %886, %885 : tensor<8x32xf32>
    %888 = stablehlo.multiply %875, %887 : tensor<8x32xf32>
    %889 = stablehlo.dot_general %888, %arg79, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %890 = stablehlo.add %847, %889 : tensor<8x16xf32>
    %891 = stablehlo.reduce(%890 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %892 = stablehlo.broadcast_in_dim %891, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %893 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %894 = stablehlo.divide %892, %893 : tensor<8x1xf32>
    %895 = stablehlo.broadcast_in_dim %894, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %896 = stablehlo.subtract %890, %895 : tensor<8x16xf32>
    %897 = stablehlo.multiply %896, %896 : tensor<8x16xf32>
    %898 = stablehlo.reduce(%897 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %899 = stablehlo.broadcast_in_dim %898, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %900 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %901 = stablehlo.divide %899, %900 : tensor<8x1xf32>
    %902 = stablehlo.broadcast_in_dim %894, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %903 = stablehlo.subtract %890, %902 : tensor<8x16xf32>
    %904 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %905 = stablehlo.add %901, %904 : tensor<8x1xf32>
    %906 = stablehlo.rsqrt %905 : tensor<8x1xf32>
    %907 = stablehlo.broadcast_in_dim %906, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %908 = stablehlo.multiply %903, %907 : tensor<8x16xf32>
    %909 = stablehlo.broadcast_in_dim %arg84, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %910 = stablehlo.broadcast_in_dim %909, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %911 = stablehlo.multiply %908, %910 : tensor<8x16xf32>
    %912 = stablehlo.broadcast_in_dim %arg85, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %913 = stablehlo.broadcast_in_dim %912, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %914 = stablehlo.add %911, %913 : tensor<8x16xf32>
    %915 = stablehlo.dot_general %914, %arg82, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %916 = stablehlo.slice %915 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %917 = stablehlo.slice %915 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %918 = stablehlo.slice %915 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %919 = stablehlo.reshape %916 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %920 = stablehlo.transpose %919, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %921 = stablehlo.reshape %917 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %922 = stablehlo.transpose %921, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %923 = stablehlo.reshape %918 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %924 = stablehlo.transpose %923, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %925 = stablehlo.dot_general %920, %922, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %926 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %927 = stablehlo.multiply %925, %926 : tensor<2x8x8xf32>
    %928 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %929 = call @tril(%928) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %930 = call @_where(%929, %927, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %931 = stablehlo.reduce(%930 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %932 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %933 = stablehlo.maximum %932, %931 : tensor<2x8xf32>
    %934 = stablehlo.broadcast_in_dim %933, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %935 = stablehlo.broadcast_in_dim %934, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %936 = stablehlo.subtract %930, %935 : tensor<2x8x8xf32>
    %937 = stablehlo.exponential %936 : tensor<2x8x8xf32>
    %938 = stablehlo.reduce(%937 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %939 = stablehlo.broadcast_in_dim %938, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %940 = stablehlo.broadcast_in_dim %939, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %941 = stablehlo.divide %937, %940 : tensor<2x8x8xf32>
    %942 = stablehlo.dot_general %941, %924, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %943 = stablehlo.transpose %942, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %944 = stablehlo.reshape %943 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %945 = stablehlo.dot_general %944, %arg83, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %946 = stablehlo.add %890, %945 : tensor<8x16xf32>
    %947 = stablehlo.reduce(%946 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %948 = stablehlo.broadcast_in_dim %947, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %949 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %950 = stablehlo.divide %948, %949 : tensor<8x1xf32>
    %951 = stablehlo.broadcast_in_dim %950, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %952 = stablehlo.subtract %946, %951 : tensor<8x16xf32>
    %953 = stablehlo.multiply %952, %952 : tensor<8x16xf32>
    %954 = stablehlo.reduce(%953 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %955 = stablehlo.broadcast_in_dim %954, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %956 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %957 = stablehlo.divide %955, %956 : tensor<8x1xf32>
    %958 = stablehlo.broadcast_in_dim %950, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %959 = stablehlo.subtract %946, %958 : tensor<8x16xf32>
    %960 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %961 = stablehlo.add %957, %960 : tensor<8x1xf32>
    %962 = stablehlo.rsqrt %961 : tensor<8x1xf32>
    %963 = stablehlo.broadcast_in_dim %962, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %964 = stablehlo.multiply %959, %963 : tensor<8x16xf32>
    %965 = stablehlo.broadcast_in_dim %arg89, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %966 = stablehlo.broadcast_in_dim %965, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %967 = stablehlo.multiply %964, %966 : tensor<8x16xf32>
    %968 = stablehlo.broadcast_in_dim %arg90, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %969 = stablehlo.broadcast_in_dim %968, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %970 = stablehlo.add %967, %969 : tensor<8x16xf32>
    %971 = stablehlo.dot_general %970, %arg86, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %972 = stablehlo.broadcast_in_dim %arg87, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %973 = stablehlo.broadcast_in_dim %972, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %974 = stablehlo.add %971, %973 : tensor<8x32xf32>
    %975 = stablehlo.multiply %974, %974 : tensor<8x32xf32>
    %976 = stablehlo.multiply %975, %974 : tensor<8x32xf32>
    %977 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %978 = stablehlo.multiply %977, %976 : tensor<8x32xf32>
    %979 = stablehlo.add %974, %978 : tensor<8x32xf32>
    %980 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %981 = stablehlo.multiply %980, %979 : tensor<8x32xf32>
    %982 = stablehlo.tanh %981 : tensor<8x32xf32>
    %983 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %984 = stablehlo.add %983, %982 : tensor<8x32xf32>
    %985 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %986 = stablehlo.multiply %985, %984 : tensor<8x32xf32>
    %987 = stablehlo.multiply %974, %986 : tensor<8x32xf32>
    %988 = stablehlo.dot_general %987, %arg88, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %989 = stablehlo.add %946, %988 : tensor<8x16xf32>
    %990 = stablehlo.reduce(%989 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %991 = stablehlo.broadcast_in_dim %990, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %992 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %993 = stablehlo.divide %991, %992 : tensor<8x1xf32>
    %994 = stablehlo.broadcast_in_dim %993, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %995 = stablehlo.subtract %989, %994 : tensor<8x16xf32>
    %996 = stablehlo.multiply %995, %995 : tensor<8x16xf32>
    %997 = stablehlo.reduce(%996 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %998 = stablehlo.broadcast_in_dim %997, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %999 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1000 = stablehlo.divide %998, %999 : tensor<8x1xf32>
    %1001 = stablehlo.broadcast_in_dim %993, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1002 = stablehlo.subtract %989, %1001 : tensor<8x16xf32>
    %1003 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1004 = stablehlo.add %1000, %1003 : tensor<8x1xf32>
    %1005 = stablehlo.rsqrt %1004 : tensor<8x1xf32>
    %1006 = stablehlo.broadcast_in_dim %1005, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1007 = stablehlo.multiply %1002, %1006 : tensor<8x16xf32>
    %1008 = stablehlo.broadcast_in_dim %arg93, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1009 = stablehlo.broadcast_in_dim %1008, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1010 = stablehlo.multiply %1007, %1009 : tensor<8x16xf32>
    %1011 = stablehlo.broadcast_in_dim %arg94, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1012 = stablehlo.broadcast_in_dim %1011, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1013 = stablehlo.add %1010, %1012 : tensor<8x16xf32>
    %1014 = stablehlo.dot_general %1013, %arg91, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %1015 = stablehlo.slice %1014 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1016 = stablehlo.slice %1014 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1017 = stablehlo.slice %1014 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1018 = stablehlo.reshape %1015 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1019 = stablehlo.transpose %1018, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1020 = stablehlo.reshape %1016 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1021 = stablehlo.transpose %1020, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1022 = stablehlo.reshape %1017 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1023 = stablehlo.transpose %1022, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1024 = stablehlo.dot_general %1019, %1021, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1025 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %1026 = stablehlo.multiply %1024, %1025 : tensor<2x8x8xf32>
    %1027 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %1028 = call @tril(%1027) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %1029 = call @_where(%1028, %1026, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %1030 = stablehlo.reduce(%1029 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1031 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %1032 = stablehlo.maximum %1031, %1030 : tensor<2x8xf32>
    %1033 = stablehlo.broadcast_in_dim %1032, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1034 = stablehlo.broadcast_in_dim %1033, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1035 = stablehlo.subtract %1029, %1034 : tensor<2x8x8xf32>
    %1036 = stablehlo.exponential %1035 : tensor<2x8x8xf32>
    %1037 = stablehlo.reduce(%1036 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1038 = stablehlo.broadcast_in_dim %1037, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1039 = stablehlo.broadcast_in_dim %1038, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1040 = stablehlo.divide %1036, %1039 : tensor<2x8x8xf32>
    %1041 = stablehlo.dot_general %1040, %1023, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1042 = stablehlo.transpose %1041, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %1043 = stablehlo.reshape %1042 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %1044 = stablehlo.dot_general %1043, %arg92, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1045 = stablehlo.add %989, %1044 : tensor<8x16xf32>
    %1046 = stablehlo.reduce(%1045 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1047 = stablehlo.broadcast_in_dim %1046, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1048 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1049 = stablehlo.divide %1047, %1048 : tensor<8x1xf32>
    %1050 = stablehlo.broadcast_in_dim %1049, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1051 = stablehlo.subtract %1045, %1050 : tensor<8x16xf32>
    %1052 = stablehlo.multiply %1051, %1051 : tensor<8x16xf32>
    %1053 = stablehlo.reduce(%1052 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1054 = stablehlo.broadcast_in_dim %1053, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1055 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1056 = stablehlo.divide %1054, %1055 : tensor<8x1xf32>
    %1057 = stablehlo.broadcast_in_dim %1049, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1058 = stablehlo.subtract %1045, %1057 : tensor<8x16xf32>
    %1059 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1060 = stablehlo.add %1056, %1059 : tensor<8x1xf32>
    %1061 = stablehlo.rsqrt %1060 : tensor<8x1xf32>
    %1062 = stablehlo.broadcast_in_dim %1061, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1063 = stablehlo.multiply %1058, %1062 : tensor<8x16xf32>
    %1064 = stablehlo.broadcast_in_dim %arg98, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1065 = stablehlo.broadcast_in_dim %1064, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1066 = stablehlo.multiply %1063, %1065 : tensor<8x16xf32>
    %1067 = stablehlo.broadcast_in_dim %arg99, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1068 = stablehlo.broadcast_in_dim %1067, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1069 = stablehlo.add %1066, %1068 : tensor<8x16xf32>
    %1070 = stablehlo.dot_general %1069, %arg95, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1071 = stablehlo.broadcast_in_dim %arg96, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %1072 = stablehlo.broadcast_in_dim %1071, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %1073 = stablehlo.add %1070, %1072 : tensor<8x32xf32>
    %1074 = stablehlo.multiply %1073, %1073 : tensor<8x32xf32>
    %1075 = stablehlo.multiply %1074, %1073 : tensor<8x32xf32>
    %1076 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1077 = stablehlo.multiply %1076, %1075 : tensor<8x32xf32>
    %1078 = stablehlo.add %1073, %1077 : tensor<8x32xf32>
    %1079 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1080 = stablehlo.multiply %1079, %1078 : tensor<8x32xf32>
    %1081 = stablehlo.tanh %1080 : tensor<8x32xf32>
    %1082 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1083 = stablehlo.add %1082, %1081 : tensor<8x32xf32>
    %1084 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1085 = stablehlo.multiply %1084, %1083 : tensor<8x32xf32>
    %1086 = stablehlo.multiply %1073, %1085 : tensor<8x32xf32>
    %1087 = stablehlo.dot_general %1086, %arg97, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %1088 = stablehlo.add %1045, %1087 : tensor<8x16xf32>
    %1089 = stablehlo.reduce(%1088 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1090 = stablehlo.broadcast_in_dim %1089, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1091 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1092 = stablehlo.divide %1090, %1091 : tensor<8x1xf32>
    %1093 = stablehlo.broadcast_in_dim %1092, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1094 = stablehlo.subtract %1088, %1093 : tensor<8x16xf32>
    %1095 = stablehlo.multiply %1094, %1094 : tensor<8x16xf32>
    %1096 = stablehlo.reduce(%1095 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1097 = stablehlo.broadcast_in_dim %1096, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1098 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1099 = stablehlo.divide %1097, %1098 : tensor<8x1xf32>
    %1100 = stablehlo.broadcast_in_dim %1092, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1101 = stablehlo.subtract %1088, %1100 : tensor<8x16xf32>
    %1102 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1103 = stablehlo.add %1099, %1102 : tensor<8x1xf32>
    %1104 = stablehlo.rsqrt %1103 : tensor<8x1xf32>
    %1105 = stablehlo.broadcast_in_dim %1104, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1106 = stablehlo.multiply %1101, %1105 : tensor<8x16xf32>
    %1107 = stablehlo.broadcast_in_dim %arg102, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1108 = stablehlo.broadcast_in_dim %1107, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1109 = stablehlo.multiply %1106, %1108 : tensor<8x16xf32>
    %1110 = stablehlo.broadcast_in_dim %arg103, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1111 = stablehlo.broadcast_in_dim %1110, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1112 = stablehlo.add %1109, %1111 : tensor<8x16xf32>
    %1113 = stablehlo.dot_general %1112, %arg100, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %1114 = stablehlo.slice %1113 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1115 = stablehlo.slice %1113 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1116 = stablehlo.slice %1113 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1117 = stablehlo.reshape %1114 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1118 = stablehlo.transpose %1117, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1119 = stablehlo.reshape %1115 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1120 = stablehlo.transpose %1119, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1121 = stablehlo.reshape %1116 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1122 = stablehlo.transpose %1121, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1123 = stablehlo.dot_general %1118, %1120, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1124 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %1125 = stablehlo.multiply %1123, %1124 : tensor<2x8x8xf32>
    %1126 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %1127 = call @tril(%1126) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %1128 = call @_where(%1127, %1125, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %1129 = stablehlo.reduce(%1128 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1130 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %1131 = stablehlo.maximum %1130, %1129 : tensor<2x8xf32>
    %1132 = stablehlo.broadcast_in_dim %1131, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1133 = stablehlo.broadcast_in_dim %1132, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1134 = stablehlo.subtract %1128, %1133 : tensor<2x8x8xf32>
    %1135 = stablehlo.exponential %1134 : tensor<2x8x8xf32>
    %1136 = stablehlo.reduce(%1135 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1137 = stablehlo.broadcast_in_dim %1136, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1138 = stablehlo.broadcast_in_dim %1137, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1139 = stablehlo.divide %1135, %1138 : tensor<2x8x8xf32>
    %1140 = stablehlo.dot_general %1139, %1122, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1141 = stablehlo.transpose %1140, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %1142 = stablehlo.reshape %1141 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %1143 = stablehlo.dot_general %1142, %arg101, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1144 = stablehlo.add %1088, %1143 : tensor<8x16xf32>
    %1145 = stablehlo.reduce(%1144 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1146 = stablehlo.broadcast_in_dim %1145, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1147 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1148 = stablehlo.divide %1146, %1147 : tensor<8x1xf32>
    %1149 = stablehlo.broadcast_in_dim %1148, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1150 = stablehlo.subtract %1144, %1149 : tensor<8x16xf32>
    %1151 = stablehlo.multiply %1150, %1150 : tensor<8x16xf32>
    %1152 = stablehlo.reduce(%1151 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1153 = stablehlo.broadcast_in_dim %1152, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1154 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1155 = stablehlo.divide %1153, %1154 : tensor<8x1xf32>
    %1156 = stablehlo.broadcast_in_dim %1148, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1157 = stablehlo.subtract %1144, %1156 : tensor<8x16xf32>
    %1158 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1159 = stablehlo.add %1155, %1158 : tensor<8x1xf32>
    %1160 = stablehlo.rsqrt %1159 : tensor<8x1xf32>
    %1161 = stablehlo.broadcast_in_dim %1160, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1162 = stablehlo.multiply %1157, %1161 : tensor<8x16xf32>
    %1163 = stablehlo.broadcast_in_dim %arg107, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1164 = stablehlo.broadcast_in_dim %1163, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1165 = stablehlo.multiply %1162, %1164 : tensor<8x16xf32>
    %1166 = stablehlo.broadcast_in_dim %arg108, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1167 = stablehlo.broadcast_in_dim %1166, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1168 = stablehlo.add %1165, %1167 : tensor<8x16xf32>
    %1169 = stablehlo.dot_general %1168, %arg104, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1170 = stablehlo.broadcast_in_dim %arg105, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %1171 = stablehlo.broadcast_in_dim %1170, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %1172 = stablehlo.add %1169, %1171 : tensor<8x32xf32>
    %1173 = stablehlo.multiply %1172, %1172 : tensor<8x32xf32>
    %1174 = stablehlo.multiply %1173, %1172 : tensor<8x32xf32>
    %1175 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1176 = stablehlo.multiply %1175, %1174 : tensor<8x32xf32>
    %1177 = stablehlo.add %1172, %1176 : tensor<8x32xf32>
    %1178 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1179 = stablehlo.multiply %1178, %1177 : tensor<8x32xf32>
    %1180 = stablehlo.tanh %1179 : tensor<8x32xf32>
    %1181 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1182 = stablehlo.add %1181, %1180 : tensor<8x32xf32>
    %1183 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1184 = stablehlo.multiply %1183, %1182 : tensor<8x32xf32>
    %1185 = stablehlo.multiply %1172, %1184 : tensor<8x32xf32>
    %1186 = stablehlo.dot_general %1185, %arg106, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %1187 = stablehlo.add %1144, %1186 : tensor<8x16xf32>
    %1188 = stablehlo.reduce(%1187 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1189 = stablehlo.broadcast_in_dim %1188, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1190 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1191 = stablehlo.divide %1189, %1190 : tensor<8x1xf32>
    %1192 = stablehlo.broadcast_in_dim %1191, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1193 = stablehlo.subtract %1187, %1192 : tensor<8x16xf32>
    %1194 = stablehlo.multiply %1193, %1193 : tensor<8x16xf32>
    %1195 = stablehlo.reduce(%1194 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1196 = stablehlo.broadcast_in_dim %1195, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1197 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1198 = stablehlo.divide %1196, %1197 : tensor<8x1xf32>
    %1199 = stablehlo.broadcast_in_dim %1191, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1200 = stablehlo.subtract %1187, %1199 : tensor<8x16xf32>
    %1201 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1202 = stablehlo.add %1198, %1201 : tensor<8x1xf32>
    %1203 = stablehlo.rsqrt %1202 : tensor<8x1xf32>
    %1204 = stablehlo.broadcast_in_dim %1203, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1205 = stablehlo.multiply %1200, %1204 : tensor<8x16xf32>
    %1206 = stablehlo.broadcast_in_dim %arg111, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1207 = stablehlo.broadcast_in_dim %1206, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1208 = stablehlo.multiply %1205, %1207 : tensor<8x16xf32>
    %1209 = stablehlo.broadcast_in_dim %arg112, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1210 = stablehlo.broadcast_in_dim %1209, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1211 = stablehlo.add %1208, %1210 : tensor<8x16xf32>
    %1212 = stablehlo.dot_general %1211, %arg109, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %1213 = stablehlo.slice %1212 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1214 = stablehlo.slice %1212 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1215 = stablehlo.slice %1212 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1216 = stablehlo.reshape %1213 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1217 = stablehlo.transpose %1216, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1218 = stablehlo.reshape %1214 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1219 = stablehlo.transpose %1218, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1220 = stablehlo.reshape %1215 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1221 = stablehlo.transpose %1220, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1222 = stablehlo.dot_general %1217, %1219, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1223 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %1224 = stablehlo.multiply %1222, %1223 : tensor<2x8x8xf32>
    %1225 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %1226 = call @tril(%1225) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %1227 = call @_where(%1226, %1224, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %1228 = stablehlo.reduce(%1227 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1229 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %1230 = stablehlo.maximum %1229, %1228 : tensor<2x8xf32>
    %1231 = stablehlo.broadcast_in_dim %1230, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1232 = stablehlo.broadcast_in_dim %1231, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1233 = stablehlo.subtract %1227, %1232 : tensor<2x8x8xf32>
    %1234 = stablehlo.exponential %1233 : tensor<2x8x8xf32>
    %1235 = stablehlo.reduce(%1234 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1236 = stablehlo.broadcast_in_dim %1235, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1237 = stablehlo.broadcast_in_dim %1236, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1238 = stablehlo.divide %1234, %1237 : tensor<2x8x8xf32>
    %1239 = stablehlo.dot_general %1238, %1221, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1240 = stablehlo.transpose %1239, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %1241 = stablehlo.reshape %1240 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %1242 = stablehlo.dot_general %1241, %arg110, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1243 = stablehlo.add %1187, %1242 : tensor<8x16xf32>
    %1244 = stablehlo.reduce(%1243 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1245 = stablehlo.broadcast_in_dim %1244, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1246 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1247 = stablehlo.divide %1245, %1246 : tensor<8x1xf32>
    %1248 = stablehlo.broadcast_in_dim %1247, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1249 = stablehlo.subtract %1243, %1248 : tensor<8x16xf32>
    %1250 = stablehlo.multiply %1249, %1249 : tensor<8x16xf32>
    %1251 = stablehlo.reduce(%1250 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1252 = stablehlo.broadcast_in_dim %1251, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1253 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1254 = stablehlo.divide %1252, %1253 : tensor<8x1xf32>
    %1255 = stablehlo.broadcast_in_dim %1247, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1256 = stablehlo.subtract %1243, %1255 : tensor<8x16xf32>
    %1257 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1258 = stablehlo.add %1254, %1257 : tensor<8x1xf32>
    %1259 = stablehlo.rsqrt %1258 : tensor<8x1xf32>
    %1260 = stablehlo.broadcast_in_dim %1259, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1261 = stablehlo.multiply %1256, %1260 : tensor<8x16xf32>
    %1262 = stablehlo.broadcast_in_dim %arg116, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1263 = stablehlo.broadcast_in_dim %1262, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1264 = stablehlo.multiply %1261, %1263 : tensor<8x16xf32>
    %1265 = stablehlo.broadcast_in_dim %arg117, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1266 = stablehlo.broadcast_in_dim %1265, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1267 = stablehlo.add %1264, %1266 : tensor<8x16xf32>
    %1268 = stablehlo.dot_general %1267, %arg113, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1269 = stablehlo.broadcast_in_dim %arg114, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %1270 = stablehlo.broadcast_in_dim %1269, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %1271 = stablehlo.add %1268, %1270 : tensor<8x32xf32>
    %1272 = stablehlo.multiply %1271, %1271 : tensor<8x32xf32>
    %1273 = stablehlo.multiply %1272, %1271 : tensor<8x32xf32>
    %1274 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1275 = stablehlo.multiply %1274, %1273 : tensor<8x32xf32>
    %1276 = stablehlo.add %1271, %1275 : tensor<8x32xf32>
    %1277 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1278 = stablehlo.multiply %1277, %1276 : tensor<8x32xf32>
    %1279 = stablehlo.tanh %1278 : tensor<8x32xf32>
    %1280 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1281 = stablehlo.add %1280, %1279 : tensor<8x32xf32>
    %1282 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1283 = stablehlo.multiply %1282, %1281 : tensor<8x32xf32>
    %1284 = stablehlo.multiply %1271, %1283 : tensor<8x32xf32>
    %1285 = stablehlo.dot_general %1284, %arg115, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %1286 = stablehlo.add %1243, %1285 : tensor<8x16xf32>
    %1287 = stablehlo.reduce(%1286 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1288 = stablehlo.broadcast_in_dim %1287, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1289 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1290 = stablehlo.divide %1288, %1289 : tensor<8x1xf32>
    %1291 = stablehlo.broadcast_in_dim %1290, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1292 = stablehlo.subtract %1286, %1291 : tensor<8x16xf32>
    %1293 = stablehlo.multiply %1292, %1292 : tensor<8x16xf32>
    %1294 = stablehlo.reduce(%1293 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1295 = stablehlo.broadcast_in_dim %1294, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1296 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1297 = stablehlo.divide %1295, %1296 : tensor<8x1xf32>
    %1298 = stablehlo.broadcast_in_dim %1290, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1299 = stablehlo.subtract %1286, %1298 : tensor<8x16xf32>
    %1300 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1301 = stablehlo.add %1297, %1300 : tensor<8x1xf32>
    %1302 = stablehlo.rsqrt %1301 : tensor<8x1xf32>
    %1303 = stablehlo.broadcast_in_dim %1302, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1304 = stablehlo.multiply %1299, %1303 : tensor<8x16xf32>
    %1305 = stablehlo.broadcast_in_dim %arg120, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1306 = stablehlo.broadcast_in_dim %1305, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1307 = stablehlo.multiply %1304, %1306 : tensor<8x16xf32>
    %1308 = stablehlo.broadcast_in_dim %arg121, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1309 = stablehlo.broadcast_in_dim %1308, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1310 = stablehlo.add %1307, %1309 : tensor<8x16xf32>
    %1311 = stablehlo.dot_general %1310, %arg118, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %1312 = stablehlo.slice %1311 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1313 = stablehlo.slice %1311 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1314 = stablehlo.slice %1311 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1315 = stablehlo.reshape %1312 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1316 = stablehlo.transpose %1315, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1317 = stablehlo.reshape %1313 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1318 = stablehlo.transpose %1317, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1319 = stablehlo.reshape %1314 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1320 = stablehlo.transpose %1319, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1321 = stablehlo.dot_general %1316, %1318, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1322 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %1323 = stablehlo.multiply %1321, %1322 : tensor<2x8x8xf32>
    %1324 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %1325 = call @tril(%1324) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %1326 = call @_where(%1325, %1323, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %1327 = stablehlo.reduce(%1326 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1328 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %1329 = stablehlo.maximum %1328, %1327 : tensor<2x8xf32>
    %1330 = stablehlo.broadcast_in_dim %1329, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1331 = stablehlo.broadcast_in_dim %1330, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1332 = stablehlo.subtract %1326, %1331 : tensor<2x8x8xf32>
    %1333 = stablehlo.exponential %1332 : tensor<2x8x8xf32>
    %1334 = stablehlo.reduce(%1333 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1335 = stablehlo.broadcast_in_dim %1334, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1336 = stablehlo.broadcast_in_dim %1335, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1337 = stablehlo.divide %1333, %1336 : tensor<2x8x8xf32>
    %1338 = stablehlo.dot_general %1337, %1320, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1339 = stablehlo.transpose %1338, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %1340 = stablehlo.reshape %1339 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %1341 = stablehlo.dot_general %1340, %arg119, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1342 = stablehlo.add %1286, %1341 : tensor<8x16xf32>
    %1343 = stablehlo.reduce(%1342 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1344 = stablehlo.broadcast_in_dim %1343, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1345 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1346 = stablehlo.divide %1344, %1345 : tensor<8x1xf32>
    %1347 = stablehlo.broadcast_in_dim %1346, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1348 = stablehlo.subtract %1342, %1347 : tensor<8x16xf32>
    %1349 = stablehlo.multiply %1348, %1348 : tensor<8x16xf32>
    %1350 = stablehlo.reduce(%1349 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1351 = stablehlo.broadcast_in_dim %1350, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1352 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1353 = stablehlo.divide %1351, %1352 : tensor<8x1xf32>
    %1354 = stablehlo.broadcast_in_dim %1346, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1355 = stablehlo.subtract %1342, %1354 : tensor<8x16xf32>
    %1356 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1357 = stablehlo.add %1353, %1356 : tensor<8x1xf32>
    %1358 = stablehlo.rsqrt %1357 : tensor<8x1xf32>
    %1359 = stablehlo.broadcast_in_dim %1358, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1360 = stablehlo.multiply %1355, %1359 : tensor<8x16xf32>
    %1361 = stablehlo.broadcast_in_dim %arg125, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1362 = stablehlo.broadcast_in_dim %1361, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1363 = stablehlo.multiply %1360, %1362 : tensor<8x16xf32>
    %1364 = stablehlo.broadcast_in_dim %arg126, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1365 = stablehlo.broadcast_in_dim %1364, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1366 = stablehlo.add %1363, %1365 : tensor<8x16xf32>
    %1367 = stablehlo.dot_general %1366, %arg122, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1368 = stablehlo.broadcast_in_dim %arg123, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %1369 = stablehlo.broadcast_in_dim %1368, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %1370 = stablehlo.add %1367, %1369 : tensor<8x32xf32>
    %1371 = stablehlo.multiply %1370, %1370 : tensor<8x32xf32>
    %1372 = stablehlo.multiply %1371, %1370 : tensor<8x32xf32>
    %1373 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1374 = stablehlo.multiply %1373, %1372 : tensor<8x32xf32>
    %1375 = stablehlo.add %1370, %1374 : tensor<8x32xf32>
    %1376 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1377 = stablehlo.multiply %1376, %1375 : tensor<8x32xf32>
    %1378 = stablehlo.tanh %1377 : tensor<8x32xf32>
    %1379 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1380 = stablehlo.add %1379, %1378 : tensor<8x32xf32>
    %1381 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1382 = stablehlo.multiply %1381, %1380 : tensor<8x32xf32>
    %1383 = stablehlo.multiply %1370, %1382 : tensor<8x32xf32>
    %1384 = stablehlo.dot_general %1383, %arg124, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %1385 = stablehlo.add %1342, %1384 : tensor<8x16xf32>
    %1386 = stablehlo.reduce(%1385 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1387 = stablehlo.broadcast_in_dim %1386, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1388 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1389 = stablehlo.divide %1387, %1388 : tensor<8x1xf32>
    %1390 = stablehlo.broadcast_in_dim %1389, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1391 = stablehlo.subtract %1385, %1390 : tensor<8x16xf32>
    %1392 = stablehlo.multiply %1391, %1391 : tensor<8x16xf32>
    %1393 = stablehlo.reduce(%1392 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1394 = stablehlo.broadcast_in_dim %1393, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1395 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1396 = stablehlo.divide %1394, %1395 : tensor<8x1xf32>
    %1397 = stablehlo.broadcast_in_dim %1389, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1398 = stablehlo.subtract %1385, %1397 : tensor<8x16xf32>
    %1399 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1400 = stablehlo.add %1396, %1399 : tensor<8x1xf32>
    %1401 = stablehlo.rsqrt %1400 : tensor<8x1xf32>
    %1402 = stablehlo.broadcast_in_dim %1401, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1403 = stablehlo.multiply %1398, %1402 : tensor<8x16xf32>
    %1404 = stablehlo.broadcast_in_dim %arg129, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1405 = stablehlo.broadcast_in_dim %1404, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1406 = stablehlo.multiply %1403, %1405 : tensor<8x16xf32>
    %1407 = stablehlo.broadcast_in_dim %arg130, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1408 = stablehlo.broadcast_in_dim %1407, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1409 = stablehlo.add %1406, %1408 : tensor<8x16xf32>
    %1410 = stablehlo.dot_general %1409, %arg127, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %1411 = stablehlo.slice %1410 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1412 = stablehlo.slice %1410 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1413 = stablehlo.slice %1410 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1414 = stablehlo.reshape %1411 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1415 = stablehlo.transpose %1414, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1416 = stablehlo.reshape %1412 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1417 = stablehlo.transpose %1416, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1418 = stablehlo.reshape %1413 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1419 = stablehlo.transpose %1418, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1420 = stablehlo.dot_general %1415, %1417, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1421 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %1422 = stablehlo.multiply %1420, %1421 : tensor<2x8x8xf32>
    %1423 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %1424 = call @tril(%1423) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %1425 = call @_where(%1424, %1422, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %1426 = stablehlo.reduce(%1425 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1427 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %1428 = stablehlo.maximum %1427, %1426 : tensor<2x8xf32>
    %1429 = stablehlo.broadcast_in_dim %1428, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1430 = stablehlo.broadcast_in_dim %1429, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1431 = stablehlo.subtract %1425, %1430 : tensor<2x8x8xf32>
    %1432 = stablehlo.exponential %1431 : tensor<2x8x8xf32>
    %1433 = stablehlo.reduce(%1432 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1434 = stablehlo.broadcast_in_dim %1433, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1435 = stablehlo.broadcast_in_dim %1434, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1436 = stablehlo.divide %1432, %1435 : tensor<2x8x8xf32>
    %1437 = stablehlo.dot_general %1436, %1419, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1438 = stablehlo.transpose %1437, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %1439 = stablehlo.reshape %1438 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %1440 = stablehlo.dot_general %1439, %arg128, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1441 = stablehlo.add %1385, %1440 : tensor<8x16xf32>
    %1442 = stablehlo.reduce(%1441 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1443 = stablehlo.broadcast_in_dim %1442, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1444 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1445 = stablehlo.divide %1443, %1444 : tensor<8x1xf32>
    %1446 = stablehlo.broadcast_in_dim %1445, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1447 = stablehlo.subtract %1441, %1446 : tensor<8x16xf32>
    %1448 = stablehlo.multiply %1447, %1447 : tensor<8x16xf32>
    %1449 = stablehlo.reduce(%1448 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1450 = stablehlo.broadcast_in_dim %1449, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1451 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1452 = stablehlo.divide %1450, %1451 : tensor<8x1xf32>
    %1453 = stablehlo.broadcast_in_dim %1445, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1454 = stablehlo.subtract %1441, %1453 : tensor<8x16xf32>
    %1455 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1456 = stablehlo.add %1452, %1455 : tensor<8x1xf32>
    %1457 = stablehlo.rsqrt %1456 : tensor<8x1xf32>
    %1458 = stablehlo.broadcast_in_dim %1457, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1459 = stablehlo.multiply %1454, %1458 : tensor<8x16xf32>
    %1460 = stablehlo.broadcast_in_dim %arg134, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1461 = stablehlo.broadcast_in_dim %1460, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1462 = stablehlo.multiply %1459, %1461 : tensor<8x16xf32>
    %1463 = stablehlo.broadcast_in_dim %arg135, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1464 = stablehlo.broadcast_in_dim %1463, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1465 = stablehlo.add %1462, %1464 : tensor<8x16xf32>
    %1466 = stablehlo.dot_general %1465, %arg131, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1467 = stablehlo.broadcast_in_dim %arg132, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %1468 = stablehlo.broadcast_in_dim %1467, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %1469 = stablehlo.add %1466, %1468 : tensor<8x32xf32>
    %1470 = stablehlo.multiply %1469, %1469 : tensor<8x32xf32>
    %1471 = stablehlo.multiply %1470, %1469 : tensor<8x32xf32>
    %1472 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1473 = stablehlo.multiply %1472, %1471 : tensor<8x32xf32>
    %1474 = stablehlo.add %1469, %1473 : tensor<8x32xf32>
    %1475 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1476 = stablehlo.multiply %1475, %1474 : tensor<8x32xf32>
    %1477 = stablehlo.tanh %1476 : tensor<8x32xf32>
    %1478 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1479 = stablehlo.add %1478, %1477 : tensor<8x32xf32>
    %1480 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1481 = stablehlo.multiply %1480, %1479 : tensor<8x32xf32>
    %1482 = stablehlo.multiply %1469, %1481 : tensor<8x32xf32>
    %1483 = stablehlo.dot_general %1482, %arg133, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %1484 = stablehlo.add %1441, %1483 : tensor<8x16xf32>
    %1485 = stablehlo.reduce(%1484 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1486 = stablehlo.broadcast_in_dim %1485, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1487 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1488 = stablehlo.divide %1486, %1487 : tensor<8x1xf32>
    %1489 = stablehlo.broadcast_in_dim %1488, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1490 = stablehlo.subtract %1484, %1489 : tensor<8x16xf32>
    %1491 = stablehlo.multiply %1490, %1490 : tensor<8x16xf32>
    %1492 = stablehlo.reduce(%1491 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1493 = stablehlo.broadcast_in_dim %1492, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1494 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1495 = stablehlo.divide %1493, %1494 : tensor<8x1xf32>
    %1496 = stablehlo.broadcast_in_dim %1488, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1497 = stablehlo.subtract %1484, %1496 : tensor<8x16xf32>
    %1498 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1499 = stablehlo.add %1495, %1498 : tensor<8x1xf32>
    %1500 = stablehlo.rsqrt %1499 : tensor<8x1xf32>
    %1501 = stablehlo.broadcast_in_dim %1500, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1502 = stablehlo.multiply %1497, %1501 : tensor<8x16xf32>
    %1503 = stablehlo.broadcast_in_dim %arg138, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1504 = stablehlo.broadcast_in_dim %1503, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1505 = stablehlo.multiply %1502, %1504 : tensor<8x16xf32>
    %1506 = stablehlo.broadcast_in_dim %arg139, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1507 = stablehlo.broadcast_in_dim %1506, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1508 = stablehlo.add %1505, %1507 : tensor<8x16xf32>
    %1509 = stablehlo.dot_general %1508, %arg136, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x48xf32>) -> tensor<8x48xf32>
    %1510 = stablehlo.slice %1509 [0:8, 0:16] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1511 = stablehlo.slice %1509 [0:8, 16:32] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1512 = stablehlo.slice %1509 [0:8, 32:48] : (tensor<8x48xf32>) -> tensor<8x16xf32>
    %1513 = stablehlo.reshape %1510 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1514 = stablehlo.transpose %1513, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1515 = stablehlo.reshape %1511 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1516 = stablehlo.transpose %1515, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1517 = stablehlo.reshape %1512 : (tensor<8x16xf32>) -> tensor<8x2x8xf32>
    %1518 = stablehlo.transpose %1517, dims = [1, 0, 2] : (tensor<8x2x8xf32>) -> tensor<2x8x8xf32>
    %1519 = stablehlo.dot_general %1514, %1516, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1520 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %1521 = stablehlo.multiply %1519, %1520 : tensor<2x8x8xf32>
    %1522 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %1523 = call @tril(%1522) : (tensor<8x8xi1>) -> tensor<8x8xi1>
    %1524 = call @_where(%1523, %1521, %cst_4) : (tensor<8x8xi1>, tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8x8xf32>
    %1525 = stablehlo.reduce(%1524 init: %cst_3) applies stablehlo.maximum across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1526 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %1527 = stablehlo.maximum %1526, %1525 : tensor<2x8xf32>
    %1528 = stablehlo.broadcast_in_dim %1527, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1529 = stablehlo.broadcast_in_dim %1528, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1530 = stablehlo.subtract %1524, %1529 : tensor<2x8x8xf32>
    %1531 = stablehlo.exponential %1530 : tensor<2x8x8xf32>
    %1532 = stablehlo.reduce(%1531 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<2x8x8xf32>, tensor<f32>) -> tensor<2x8xf32>
    %1533 = stablehlo.broadcast_in_dim %1532, dims = [0, 1] : (tensor<2x8xf32>) -> tensor<2x8x1xf32>
    %1534 = stablehlo.broadcast_in_dim %1533, dims = [0, 1, 2] : (tensor<2x8x1xf32>) -> tensor<2x8x8xf32>
    %1535 = stablehlo.divide %1531, %1534 : tensor<2x8x8xf32>
    %1536 = stablehlo.dot_general %1535, %1518, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
    %1537 = stablehlo.transpose %1536, dims = [1, 0, 2] : (tensor<2x8x8xf32>) -> tensor<8x2x8xf32>
    %1538 = stablehlo.reshape %1537 : (tensor<8x2x8xf32>) -> tensor<8x16xf32>
    %1539 = stablehlo.dot_general %1538, %arg137, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
    %1540 = stablehlo.add %1484, %1539 : tensor<8x16xf32>
    %1541 = stablehlo.reduce(%1540 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1542 = stablehlo.broadcast_in_dim %1541, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1543 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1544 = stablehlo.divide %1542, %1543 : tensor<8x1xf32>
    %1545 = stablehlo.broadcast_in_dim %1544, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1546 = stablehlo.subtract %1540, %1545 : tensor<8x16xf32>
    %1547 = stablehlo.multiply %1546, %1546 : tensor<8x16xf32>
    %1548 = stablehlo.reduce(%1547 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %1549 = stablehlo.broadcast_in_dim %1548, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %1550 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1551 = stablehlo.divide %1549, %1550 : tensor<8x1xf32>
    %1552 = stablehlo.broadcast_in_dim %1544, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1553 = stablehlo.subtract %1540, %1552 : tensor<8x16xf32>
    %1554 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %1555 = stablehlo.add %1551, %1554 : tensor<8x1xf32>
    %1556 = stablehlo.rsqrt %1555 : tensor<8x1xf32>
    %1557 = stablehlo.broadcast_in_dim %1556, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x16xf32>
    %1558 = stablehlo.multiply %1553, %1557 : tensor<8x16xf32>
    %1559 = stablehlo.broadcast_in_dim %arg143, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1560 = stablehlo.broadcast_in_dim %1559, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1561 = stablehlo.multiply %1558, %1560 : tensor<8x16xf32>
    %1562 = stablehlo.broadcast_in_dim %arg144, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %1563 = stablehlo.broadcast_in_dim %1562, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<8x16xf32>
    %1564 = stablehlo.add %1561, %1563 : tensor<8x16xf32>
    %1565 = stablehlo.dot_general %1564, %arg140, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1566 = stablehlo.broadcast_in_dim %arg141, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %1567 = stablehlo.broadcast_in_dim %1566, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %1568 = stablehlo.add %1565, %1567 : tensor<8x32xf32>
    %1569 = stablehlo.multiply %1568, %1568 : tensor<8x32xf32>
    %1570 = stablehlo.multiply %1569, %1568 : tensor<8x32xf32>
    %1571 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1572 = stablehlo.multiply %1571, %1570 : tensor<8x32xf32>
    %1573 = stablehlo.add %1568, %1572 : tensor<8x32xf32>
    %1574 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1575 = stablehlo.multiply %1574, %1573 : tensor<8x32xf32>
    %1576 = stablehlo.tanh %1575 : tensor<8x32xf32>
    %1577 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1578 = stablehlo.add %1577, %1576 : tensor<8x32xf32>
    %1579 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x32xf32>
    %1580 = stablehlo.multiply %1579, %1578 : tensor<8x32xf32>
    %1581 = stablehlo.multiply %1568, %1580 : tensor<8x32xf32>
    %1582 = stablehlo.dot_general %1581, %arg142, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
    %1583 = stablehlo.add %1540, %1582 : tensor<8x16xf32>
    return %1583 : tensor<8x16xf32>
  }
  func.func private @tril(%arg0: tensor<8x8xi1>) -> tensor<8x8xi1> {
    %c = stablehlo.constant dense<false> : tensor<i1>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.iota dim = 0 : tensor<8x8xi32>
    %1 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %2 = stablehlo.add %0, %1 : tensor<8x8xi32>
    %3 = stablehlo.iota dim = 1 : tensor<8x8xi32>
    %4 = stablehlo.compare  GE, %2, %3,  SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %5 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<8x8xi1>, tensor<8x8xi1>
    return %6 : tensor<8x8xi1>
  }
  func.func private @_where(%arg0: tensor<8x8xi1>, %arg1: tensor<2x8x8xf32>, %arg2: tensor<f32>) -> tensor<2x8x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2] : (tensor<8x8xi1>) -> tensor<2x8x8xi1>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x8x8xf32>
    %2 = stablehlo.select %0, %arg1, %1 : tensor<2x8x8xi1>, tensor<2x8x8xf32>
    return %2 : tensor<2x8x8xf32>
  }
}

