#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# One SVG of a page that `jacquard schedule --out DIR` wrote: the demand, a scheduler's circuits over
# time, and the makespans of all.
#   tools/picture.sh DIR/schedule.html SCHEDULER >FILE.svg
set -euo pipefail
page=$1 scheduler=$2

# The contents of the drawing with this label, without its <svg> tag.
drawing() {
  awk -v label="aria-label=\"$1" '
    index($0, label) { inside = 1; next }
    inside && /<\/svg>/ { sub(/<\/svg>.*/, ""); print; exit }
    inside' "$page"
}

timeline=$(grep -F "alt=\"$scheduler: the whole schedule\"" "$page" |
  sed 's/.*src="\(data:image\/png;base64,[^"]*\)".*/\1/')
ends=$(grep -F -A 1 "alt=\"$scheduler: the whole schedule\"" "$page" |
  sed -n 's/.*<span>\([^<]*\)<\/span><\/div>.*/\1/p')
demand=$(drawing "Heat map")
makespans=$(drawing "Makespan")
# Some viewers know no variables of style sheets.
makespans=$(sed 's/var(--bar)/#0072b2/g; s/var(--loss)/#e69f00/g; s/var(--mark)/#d55e00/g' <<<"$makespans")
[[ $timeline && $demand && $makespans ]] || { echo "$page: no such drawings" >&2; exit 2; }
bars=$(grep -c 'text-anchor="end"' <<<"$makespans")

cat <<SVG
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1060 $((352 + 26 * bars))" font-family="sans-serif">
<style>text { font-size: 12px; fill: #1b1f24 } .soft { fill: #59636e }
  .grid { stroke: #d1d9e0; fill: none } .heading { font-size: 15px; font-weight: 600 }</style>
<rect width="100%" height="100%" fill="#ffffff"/>
<text class="heading" x="10" y="22">Demand: bytes by source and destination</text>
<g transform="translate(0 34) scale(.54)">$demand</g>
<text class="heading" x="410" y="22">$scheduler: the destination of each source over time</text>
<image x="410" y="55" width="630" height="208" preserveAspectRatio="none" image-rendering="pixelated" href="$timeline"/>
<text class="soft" x="410" y="280">0</text>
<text class="soft" x="1040" y="280" text-anchor="end">$ends</text>
<text class="heading" x="10" y="318">When each scheduler is done: circuits held (blue) and changing (orange)</text>
<g transform="translate(0 330)">$makespans</g>
</svg>
SVG
