"""Small programs that several tests compile."""

CPU = ("--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=generic")

ADD = """
func.func @add(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %sum = arith.addf %a, %b : tensor<4xf32>
  return %sum : tensor<4xf32>
}
"""

SCALARS = """
func.func @scale(%a: tensor<4xf32>, %by: f32, %times: i32) -> (tensor<4xf32>, f32, i32) {
  %empty = tensor.empty() : tensor<4xf32>
  %filled = linalg.fill ins(%by : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %scaled = arith.mulf %a, %filled : tensor<4xf32>
  %twice = arith.addi %times, %times : i32
  return %scaled, %by, %twice : tensor<4xf32>, f32, i32
}
"""

TWO_STEPS = """
func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %init = tensor.empty() : tensor<8x4xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%init : tensor<8x4xf32>) -> tensor<8x4xf32>
  %product = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%filled : tensor<8x4xf32>) -> tensor<8x4xf32>
  %row = tensor.empty() : tensor<8xf32>
  %rows = linalg.fill ins(%zero : f32) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]
    } ins(%product : tensor<8x4xf32>) outs(%rows : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    %s = arith.addf %e, %out : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %sum : tensor<8xf32>
}
"""

LOOP = """
func.func @main(%x: tensor<4x4xf32>, %n: i32) -> tensor<4x4xf32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %f0 = arith.constant 0.0 : f32
  %last, %result = scf.while (%i = %zero, %v = %x) : (i32, tensor<4x4xf32>) -> (i32, tensor<4x4xf32>) {
    %more = arith.cmpi slt, %i, %n : i32
    scf.condition(%more) %i, %v : i32, tensor<4x4xf32>
  } do {
  ^bb0(%i: i32, %v: tensor<4x4xf32>):
    %empty = tensor.empty() : tensor<4x4xf32>
    %init = linalg.fill ins(%f0 : f32) outs(%empty : tensor<4x4xf32>) -> tensor<4x4xf32>
    %next = linalg.matmul ins(%v, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
    %j = arith.addi %i, %one : i32
    scf.yield %j, %next : i32, tensor<4x4xf32>
  }
  return %result : tensor<4x4xf32>
}
"""
