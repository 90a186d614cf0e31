#!/bin/bash
# Our own stand-in for the script of that name.
set -eu
tool="$1"
chip="$2"
model="$3"
args=(
  --iree-hal-target-backends=rocm
  --iree-hip-target="$chip"
  --iree-opt-const-eval=false
  --iree-flow-enable-aggressive-fusion
  --iree-opt-data-tiling=false
)
"$tool" "$model" "${args[@]}" "${@:4}"
