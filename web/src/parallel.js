// SPDX-License-Identifier: Apache-2.0
// Parallel coordinates: an axis for each knob and figure, a line for each point, and ranges that keep some.
import { tooltip } from "./canvas.js";
import { el, say } from "./dom.js";
import { layers } from "./layers.js";
import { fitted } from "./spans.js";
import { colour } from "./theme.js";

const TOP = 46, LOW = 20, SIDE = 54;

/**
 * @param {any} state of the view: points, axes, order (kept ones, best last), shade(k), at, choose(k), ranges (Map), refilter()
 */
export function parallel(state) {
  const { axes } = state, height = 380, high = height - TOP - LOW;
  const xOf = (j, width) => SIDE + (j * (width - 2 * SIDE)) / Math.max(axes.length - 1, 1);
  const share = (axis, value) => (axis.log ? Math.log(value / axis.low) / Math.log(axis.high / axis.low) : (value - axis.low) / (axis.high - axis.low));
  const yOf = (axis, value) => TOP + (1 - share(axis, value)) * high;
  const path = (c, k, width) => {
    let pen = false;
    axes.forEach((axis, j) => {
      const value = axis.values[k];
      if (Number.isNaN(value)) return void (pen = false);
      if (pen) c.lineTo(xOf(j, width), yOf(axis, value));
      else c.moveTo(xOf(j, width), yOf(axis, value));
      pen = true;
    });
  };
  let focus = 0, drag = null;
  const chart = layers({
    label: `${state.points.count} points on ${axes.length} axes. Left and right choose an axis, up and down move its range, shift widens it, Delete removes it.`,
    height, count: () => state.order.length,
    mark(c, from, to, width) {
      // One path for each colour of a batch: a stroke costs more than a line.
      c.globalAlpha = Math.min(Math.max(90 / Math.sqrt(state.order.length * 60), 0.06), 0.8);
      let last = "";
      for (let at = from; at < to; ++at) {
        const k = state.order[at], shade = state.shade(k);
        if (shade !== last) {
          if (last) c.stroke();
          c.beginPath(), (c.strokeStyle = last = shade);
        }
        path(c, k, width);
      }
      c.stroke();
      c.globalAlpha = 1;
    },
    over(c, width) {
      const room = (width - 2 * SIDE) / Math.max(axes.length - 1, 1);
      c.textBaseline = "middle";
      axes.forEach((axis, j) => {
        const x = xOf(j, width), range = state.ranges.get(axis.name);
        c.strokeStyle = colour("soft");
        c.beginPath(), c.moveTo(x, TOP), c.lineTo(x, TOP + high), c.stroke();
        if (range) {
          c.fillStyle = colour("bar"), (c.globalAlpha = 0.35);
          c.fillRect(x - 7, yOf(axis, range[1]) - 2, 14, yOf(axis, range[0]) - yOf(axis, range[1]) + 4);
          c.globalAlpha = 1, (c.strokeStyle = colour("bar")), c.strokeRect(x - 7, yOf(axis, range[1]) - 2, 14, yOf(axis, range[0]) - yOf(axis, range[1]) + 4);
        }
        c.textAlign = "center";
        c.fillStyle = document.activeElement === chart.element && j === focus ? colour("bar") : colour("ink");
        // Names stand in two rows where axes are close.
        c.fillText(fitted(c, axis.label, room * (axes.length > 6 ? 1.85 : 0.95)), x, axes.length > 6 && j % 2 ? 24 : 8);
        c.fillStyle = colour("soft");
        c.fillText(fitted(c, axis.show(axis.high), room * 0.98), x, TOP - 8);
        c.fillText(fitted(c, axis.show(axis.low), room * 0.98), x, height - 9);
        if (axis.words && axis.words.length <= 8) axis.words.forEach((word, v) => v > 0 && v < axis.words.length - 1 && c.fillText(fitted(c, word, room * 0.9), x, yOf(axis, v) - 7));
      });
      if (state.at >= 0) c.strokeStyle = colour("ink"), (c.lineWidth = 3), c.beginPath(), path(c, state.at, width), c.stroke(), (c.lineWidth = 1);
      c.textAlign = "left";
    },
  });
  const tip = tooltip(chart.box);
  const axisAt = (x) => axes.reduce((best, _, j) => (Math.abs(xOf(j, chart.box.clientWidth) - x) < Math.abs(xOf(best, chart.box.clientWidth) - x) ? j : best), 0);
  const valueAt = (axis, y) => {
    const up = 1 - Math.min(Math.max((y - TOP) / high, 0), 1);
    return axis.log ? axis.low * (axis.high / axis.low) ** up : axis.low + up * (axis.high - axis.low);
  };
  const nearest = (x, y) => {
    const width = chart.box.clientWidth, j = Math.min(Math.max(Math.floor(((x - SIDE) / (width - 2 * SIDE)) * (axes.length - 1)), 0), Math.max(axes.length - 2, 0));
    const a = axes[j], b = axes[Math.min(j + 1, axes.length - 1)], part = (x - xOf(j, width)) / Math.max(xOf(j + 1, width) - xOf(j, width), 1);
    let best = -1, least = 30;
    for (const k of state.order) {
      const far = Math.abs(yOf(a, a.values[k]) * (1 - part) + yOf(b, b.values[k]) * part - y);
      if (far <= least) least = far, (best = k);
    }
    return best;
  };
  const place = (event) => {
    const box = chart.element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const setRange = (axis, a, b) => {
    // Words and whole numbers are kept whole.
    const slack = axis.words ? 0.4 : 0;
    if (a === null) state.ranges.delete(axis.name);
    else state.ranges.set(axis.name, [Math.min(a, b) - slack, Math.max(a, b) + slack]);
    state.refilter();
  };
  chart.element.addEventListener("pointerdown", (event) => {
    const [x, y] = place(event), j = axisAt(x);
    if (Math.abs(xOf(j, chart.box.clientWidth) - x) > 14) return;
    drag = { axis: axes[j], y, moved: false };
    focus = j;
    chart.element.setPointerCapture(event.pointerId);
  });
  chart.element.addEventListener("pointermove", (event) => {
    const [x, y] = place(event);
    if (drag) {
      if (Math.abs(y - drag.y) > 3) drag.moved = true, setRange(drag.axis, valueAt(drag.axis, drag.y), valueAt(drag.axis, y));
      return;
    }
    const k = nearest(x, y);
    state.choose(k);
    if (k >= 0) tip.show(x, y, state.lines(k));
    else tip.hide();
  });
  chart.element.addEventListener("pointerup", () => {
    if (drag && !drag.moved) setRange(drag.axis, null);
    drag = null;
  });
  chart.element.addEventListener("pointerleave", () => (tip.hide(), state.choose(-1)));
  for (const kind of ["focus", "blur"]) chart.element.addEventListener(kind, chart.redraw);
  chart.element.addEventListener("keydown", (event) => {
    const axis = axes[focus], step = axis.words ? 1 : (axis.high - axis.low) / 20, [low, top] = state.ranges.get(axis.name) ?? [axis.low, axis.high];
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key], side = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (side) focus = Math.min(Math.max(focus + side, 0), axes.length - 1), chart.redraw(), say(`axis ${axes[focus].label}`);
    else if (up && event.shiftKey) setRange({ ...axis, words: null }, low, Math.min(Math.max(top + up * step, low), axis.high));
    else if (up) setRange({ ...axis, words: null }, Math.min(Math.max(low + up * step, axis.low), top), top);
    else if (event.key === "Delete" || event.key === "Backspace") setRange(axis, null);
    else return;
    event.preventDefault();
  });
  const clear = el("button", { onclick: () => (state.ranges.clear(), state.refilter()) }, "keep all");
  chart.box.style.minWidth = `${2 * SIDE + 42 * (axes.length - 1)}px`;
  return { box: el("div", {}, el("div", { class: "tools" }, clear), el("div", { class: "wide" }, chart.box)), redraw: chart.redraw, restart: chart.restart, element: chart.element };
}
