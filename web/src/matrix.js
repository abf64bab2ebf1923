// SPDX-License-Identifier: Apache-2.0
import { canvas, tooltip } from "./canvas.js";
import { say } from "./dom.js";
import * as format from "./format.js";
import { colour, viridis } from "./theme.js";

/**
 * A demand matrix as a heat map. `lit()` gives pairs to frame: the column of each row, or -1.
 * @param {number[][]} matrix bytes
 * @param {{lit?: () => ArrayLike<number> | null, hovered?: (pair: [number, number] | null) => void, show?: (v: number) => string}} [options]
 */
export function heatMap(matrix, { lit = () => null, hovered, show = format.size } = {}) {
  const n = matrix.length, most = Math.max(1, ...matrix.map((row) => Math.max(...row)));
  let at = null;
  const edge = (width) => Math.min(width - 26, 420);
  const draw = (c, width) => {
    const side = edge(width), step = side / n;
    for (let i = 0; i < n; ++i)
      for (let j = 0; j < n; ++j) {
        c.fillStyle = matrix[i][j] > 0 ? viridis(0.08 + (0.92 * matrix[i][j]) / most) : colour("panel");
        c.fillRect(24 + j * step, 18 + i * step, Math.max(step - (step > 6 ? 1 : 0), 0.5), Math.max(step - (step > 6 ? 1 : 0), 0.5));
      }
    const columns = lit();
    c.strokeStyle = colour("mark");
    c.lineWidth = step > 8 ? 2 : 1;
    for (let i = 0; columns && i < n; ++i)
      if (columns[i] >= 0) c.strokeRect(24 + columns[i] * step + 0.5, 18 + i * step + 0.5, step - 1, step - 1);
    if (at) c.strokeStyle = colour("ink"), c.strokeRect(24 + at[1] * step, 18 + at[0] * step, step, step);
    c.fillStyle = colour("soft");
    c.textBaseline = "middle";
    c.fillText("to port", 24, 8);
    const mark = Math.ceil(n / 8);
    c.textAlign = "right";
    for (let i = 0; i < n; i += mark) c.fillText(String(i), 20, 18 + (i + 0.5) * step);
    c.textAlign = "left";
  };
  const map = canvas({ label: `Demand of ${n} ports as a heat map. Arrows move from pair to pair.`, height: 440, draw });
  new ResizeObserver(() => map.resize(edge(map.box.clientWidth) + 24)).observe(map.box);
  const tip = tooltip(map.box);
  const lines = ([i, j]) => [`port ${i} to ${j}`, show(matrix[i][j])];
  const point = (pair, x, y) => {
    at = pair;
    map.redraw();
    hovered?.(pair);
    if (pair) tip.show(x, y, lines(pair));
    else tip.hide();
  };
  map.element.addEventListener("pointermove", (event) => {
    const box = map.element.getBoundingClientRect(), step = edge(map.box.clientWidth) / n;
    const x = event.clientX - box.left, y = event.clientY - box.top;
    const j = Math.floor((x - 24) / step), i = Math.floor((y - 18) / step);
    point(i >= 0 && j >= 0 && i < n && j < n ? [i, j] : null, x, y);
  });
  map.element.addEventListener("pointerleave", () => point(null));
  map.element.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!by) return;
    event.preventDefault();
    const [i, j] = at ?? [0, 0];
    const pair = [Math.min(Math.max(i + by[0], 0), n - 1), Math.min(Math.max(j + by[1], 0), n - 1)];
    const step = edge(map.box.clientWidth) / n;
    point(pair, 24 + pair[1] * step, 18 + pair[0] * step);
    say(lines(pair).join(", "));
  });
  return map;
}
