#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The pictures of docs/ are what the program draws, byte for byte.
set -euo pipefail
root=$(dirname "$(realpath "$0")")/../..
drawn=$(mktemp -d)
trap 'rm -r "$drawn"' EXIT
"$root/tools/doc_pictures.sh" "$1" "$drawn" quick
status=0
for picture in "$drawn"/*.svg; do
  name=$(basename "$picture")
  cmp -s "$picture" "$root/docs/$name" && continue
  echo "docs/$name is not what the program draws: run tools/doc_pictures.sh build/sim/jacquard docs"
  status=1
done
exit $status
