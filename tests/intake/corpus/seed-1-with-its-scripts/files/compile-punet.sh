#!/bin/bash
# Our own stand-in for the script of that name.
set -eu
here="$(cd "$(dirname "$0")" && pwd)"
chip="${1:?which chip}"
shift
mkdir -p "$here/tmp"
"$here/compile-punet-base.sh" iree-compile "$chip" "$here/punet.mlir" -o "$here/tmp/punet.vmfb" "$@"
