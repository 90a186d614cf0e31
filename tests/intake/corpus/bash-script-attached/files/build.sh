#!/bin/bash
set -euo pipefail
backend="$1"
src="${2:-fuse.mlir}"
flags=(
  --iree-hal-target-backends="$backend"
  --iree-opt-const-eval=false   # keep it simple
  --iree-opt-level=O2
)
mkdir -p out
iree-compile "$(dirname "$0")/$src" "${flags[@]}" -o "out/$(basename "$src" .mlir).vmfb" "${@:3}"
