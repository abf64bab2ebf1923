// SPDX-License-Identifier: Apache-2.0
// Points of two figures with a line through some of them: a front, or the best so far.
import { niceStep, tooltip } from "./canvas.js";
import { say } from "./dom.js";
import { layers } from "./layers.js";
import { colour } from "./theme.js";

const LEFT = 74, LOW = 40, TOP = 22, RIGHT = 16;

/**
 * @param {any} state as of parallel()
 * @param {{label: string, x: () => any, y: () => any, line: () => number[], steps?: boolean, name: string}} chart x and y are columns; `line` gives places
 */
export function cloud(state, { label, x, y, line, steps, name }) {
  const height = 320;
  // The worst tail would press the rest into a corner: an axis ends where 98 of 100 do, or at the line's end.
  const rangeOf = (column) => {
    const values = state.order.map((k) => column.values[k]).filter(Number.isFinite).sort((a, b) => a - b);
    if (values.length === 0) return [0, 1];
    const cut = column.better && values.length > 50 ? Math.floor(values.length * 0.02) : 0, onLine = line().map((k) => column.values[k]);
    let low = Math.min(column.better > 0 ? values[cut] : values[0], ...onLine), high = Math.max(column.better < 0 ? values[values.length - 1 - cut] : values[values.length - 1], ...onLine);
    if (low === high) low -= Math.abs(low) * 0.05 || 1, (high += Math.abs(high) * 0.05 || 1);
    const rim = (high - low) * 0.03;
    return [low - rim, high + rim];
  };
  let ranges = null;
  const scaleOf = (width) => {
    ranges ??= { x: rangeOf(x()), y: rangeOf(y()) };
    return {
      px: (v) => LEFT + ((v - ranges.x[0]) / (ranges.x[1] - ranges.x[0])) * (width - LEFT - RIGHT),
      py: (v) => height - LOW - ((v - ranges.y[0]) / (ranges.y[1] - ranges.y[0])) * (height - LOW - TOP),
    };
  };
  const inside = (k) => x().values[k] >= ranges.x[0] && x().values[k] <= ranges.x[1] && y().values[k] >= ranges.y[0] && y().values[k] <= ranges.y[1];
  const chart = layers({
    label: `${label}. Left and right move along ${name}.`, height, count: () => state.order.length,
    mark(c, from, to, width) {
      const { px, py } = scaleOf(width), edge = state.order.length > 5000 ? 2 : 4;
      for (let at = from; at < to; ++at) {
        const k = state.order[at];
        if (inside(k)) c.fillStyle = state.shade(k), c.fillRect(px(x().values[k]) - edge / 2, py(y().values[k]) - edge / 2, edge, edge);
      }
    },
    over(c, width) {
      const { px, py } = scaleOf(width), [fromX, toX] = ranges.x, [fromY, toY] = ranges.y;
      c.textBaseline = "middle", (c.fillStyle = colour("soft")), (c.strokeStyle = colour("line"));
      const stepY = niceStep(toY - fromY, 5), stepX = niceStep(toX - fromX, (width - LEFT) / 110);
      c.textAlign = "right";
      for (let v = Math.ceil(fromY / stepY) * stepY; v <= toY; v += stepY) {
        c.globalAlpha = 0.5, c.beginPath(), c.moveTo(LEFT, py(v)), c.lineTo(width - RIGHT, py(v)), c.stroke(), (c.globalAlpha = 1);
        c.fillText(y().show(Math.abs(v) < stepY / 1e6 ? 0 : v), LEFT - 6, py(v));
      }
      c.textAlign = "center";
      for (let v = Math.ceil(fromX / stepX) * stepX; v <= toX; v += stepX) {
        const words = x().show(Math.abs(v) < stepX / 1e6 ? 0 : v), half = c.measureText(words).width / 2;
        if (px(v) - half > LEFT - 10 && px(v) + half < width) c.fillText(words, px(v), height - LOW + 12);
      }
      c.fillText(x().label, LEFT + (width - LEFT - RIGHT) / 2, height - 8);
      c.textAlign = "left";
      c.fillText(y().label, 4, 8);
      const places = line();
      c.strokeStyle = c.fillStyle = colour("mark"), (c.lineWidth = 2);
      c.beginPath();
      places.forEach((k, i) => {
        const at = [px(x().values[k]), py(y().values[k])];
        if (i > 0 && steps) c.lineTo(at[0], py(y().values[places[i - 1]]));
        if (i === 0) c.moveTo(...at);
        else c.lineTo(...at);
      });
      if (steps && places.length > 0) c.lineTo(px(toX), py(y().values[places[places.length - 1]]));
      c.stroke(), (c.lineWidth = 1);
      if (!steps) for (const k of places) c.beginPath(), c.arc(px(x().values[k]), py(y().values[k]), 4, 0, 7), c.fill();
      if (state.at >= 0 && inside(state.at)) {
        c.strokeStyle = colour("ink"), (c.lineWidth = 2);
        c.beginPath(), c.arc(px(x().values[state.at]), py(y().values[state.at]), 7, 0, 7), c.stroke(), (c.lineWidth = 1);
      }
    },
  });
  const tip = tooltip(chart.box);
  chart.element.addEventListener("pointermove", (event) => {
    const box = chart.element.getBoundingClientRect(), at = [event.clientX - box.left, event.clientY - box.top], { px, py } = scaleOf(chart.box.clientWidth);
    let best = -1, least = 400;
    for (const k of state.order) {
      const dx = px(x().values[k]) - at[0], dy = py(y().values[k]) - at[1], far = dx * dx + dy * dy;
      if (far <= least) least = far, (best = k);
    }
    state.choose(best);
    if (best >= 0) tip.show(at[0], at[1], state.lines(best));
    else tip.hide();
  });
  chart.element.addEventListener("pointerleave", () => (tip.hide(), state.choose(-1)));
  chart.element.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key], places = line();
    if (by === undefined || places.length === 0) return;
    event.preventDefault();
    state.choose(places[Math.min(Math.max(places.indexOf(state.at) + by, 0), places.length - 1)]);
    say(state.lines(state.at).join(", "));
  });
  return { ...chart, restart: () => ((ranges = null), chart.restart()) };
}
