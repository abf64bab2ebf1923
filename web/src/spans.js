// SPDX-License-Identifier: Apache-2.0
// A timeline that zooms: lanes of spans, drawn in time that grows with pixels, not with spans.
import { canvas, niceStep, tooltip } from "./canvas.js";
import { el, say } from "./dom.js";
import * as format from "./format.js";
import { colour, tone } from "./theme.js";

const LANE = 20, TOP = 22;

/**
 * Columns of a timeline (timeline_json of the program) with absolute times and the range of each lane.
 * @param {any} timeline
 */
export function readTimeline(timeline) {
  const { lane, begin, length } = timeline.spans;
  const count = lane.length;
  const from = new Float64Array(count), to = new Float64Array(count), reach = new Float64Array(count);
  const first = new Int32Array(timeline.lanes.length + 1).fill(count);
  let end = 0;
  for (let k = 0; k < count; ++k) {
    const opens = k === 0 || lane[k] !== lane[k - 1];
    from[k] = begin[k] + (opens ? 0 : from[k - 1]);
    to[k] = from[k] + length[k];
    reach[k] = opens ? to[k] : Math.max(to[k], reach[k - 1]);
    end = Math.max(end, to[k]);
    if (opens) first[lane[k]] = k;
  }
  for (let l = timeline.lanes.length - 1; l >= 0; --l) if (first[l] === count || first[l] > first[l + 1]) first[l] = first[l + 1];
  return { ...timeline, from, to, reach, first, end: Math.max(end, 1) };
}

/** The first span of [low, high) with which, or before which, the lane reaches beyond `t`. */
function firstAfter(t, reach, low, high) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reach[middle] <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Spans that `test` takes, by lane: a chart draws one of these over the other. */
function layerOf(data, test) {
  const at = [], reach = [], first = new Int32Array(data.lanes.length + 1);
  for (let l = 0; l < data.lanes.length; ++l) {
    first[l] = at.length;
    let far = -1;
    for (let k = data.first[l]; k < data.first[l + 1]; ++k)
      if (test(k)) at.push(k), reach.push((far = Math.max(far, data.to[k])));
  }
  first[data.lanes.length] = at.length;
  return { at, reach, first };
}

/**
 * A timeline in a box. `kind(k)` numbers the colour of span k among `colours` (or `shades(kind)` gives it), `describe(k)` gives its lines, `chosen(k)`
 * hears of a click. Wheel and + - zoom, drag and arrows move, Home shows all. Of many lanes `rows` are seen at once.
 */
export function spanChart(data, { label, kind = (k) => data.spans.category[k] + 1, describe, chosen, colours, shades, rows = 36 } = {}) {
  let from = 0, to = data.end, marked = -1, hits = null, alone = false;
  const lanes = data.lanes.length, seen = Math.min(lanes, rows), full = layerOf(data, () => true);
  const name = (k) => data.names[data.spans.name[k]] ?? "";
  const gutter = () => Math.min(190, chart.box.clientWidth * 0.28);
  const below = () => (lanes > seen ? Math.floor(tall.parentElement.scrollTop / LANE) : 0);
  const draw = (c, width, height) => {
    const left = gutter(), room = width - left, skip = below(), last = Math.min(lanes, skip + seen);
    drawAxis(c, left, room, height);
    for (let l = skip; l < last; ++l) {
      const y = TOP + (l - skip) * LANE + 2;
      if (!alone) drawLane(c, full, l, y, left, room, hits ? () => colour("rest") : null);
      if (hits) drawLane(c, hits, l, y, left, room, null);
    }
    c.fillStyle = colour("back");
    c.fillRect(0, TOP, left - 4, height);
    c.textBaseline = "middle";
    for (let l = skip; l < last; ++l) {
      const { group, name: own } = data.lanes[l], y = TOP + (l - skip) * LANE + LANE / 2;
      const opens = l === skip || data.lanes[l - 1].group !== group;
      c.fillStyle = colour(opens ? "ink" : "soft");
      const words = opens ? fitted(c, left < 150 ? group.replace(/ \(.*\)$/, "") : group, left * 0.62) : "";
      c.fillText(words, 0, y);
      c.fillStyle = colour("soft");
      c.textAlign = "right";
      c.fillText(fitted(c, own, left - 12 - (opens ? c.measureText(words).width + 6 : 0)), left - 8, y);
      c.textAlign = "left";
    }
  };
  const drawAxis = (c, left, room, height) => {
    const step = niceStep(to - from, room / 110);
    c.strokeStyle = colour("line");
    c.fillStyle = colour("soft");
    c.textBaseline = "middle";
    for (let t = Math.ceil(from / step) * step; t <= to; t += step) {
      const x = left + ((t - from) / (to - from)) * room;
      c.beginPath(), c.moveTo(x, TOP - 4), c.lineTo(x, height), c.stroke();
      const words = format.time(t);
      if (x + c.measureText(words).width / 2 < left + room) c.textAlign = x < left + 20 ? "left" : "center", c.fillText(words, x, 9);
    }
    c.textAlign = "left";
  };
  // Spans narrower than a pixel share it, and neighbours of one colour one rectangle.
  const drawLane = (c, layer, l, y, left, room, shadeOf) => {
    const scale = room / (to - from), high = layer.first[l + 1];
    let pen = "", begin = 0, stop = 0;
    const flush = () => {
      if (stop > begin) c.fillStyle = pen, c.fillRect(begin, y, stop - begin, LANE - 4);
      begin = stop;
    };
    let i = firstAfter(from, layer.reach, layer.first[l], high);
    while (i < high && data.from[layer.at[i]] < to) {
      const k = layer.at[i], x = Math.max(left, left + (data.from[k] - from) * scale);
      const end = Math.min(left + room, left + (data.to[k] - from) * scale), next = Math.max(end, x + 1);
      const ink = shadeOf ? shadeOf(k) : shade(kind(k));
      if (ink === pen && x - stop < 1 && next - x < 3 && stop > begin) stop = Math.max(stop, next);
      else flush(), (pen = ink), (begin = x), (stop = next - (next - x > 3 ? 0.5 : 0));
      if (end - x > 28) {
        flush();
        const words = fitted(c, name(k), end - x - 8);
        if (words.length > 1) inked(c, words, x + 4, y + LANE / 2 - 2);
      }
      if (k === marked) {
        flush();
        c.strokeStyle = colour("ink");
        c.lineWidth = 2;
        c.strokeRect(x, y, Math.max(end - x, 2), LANE - 4);
        c.lineWidth = 1;
      }
      i = x + 1 > end ? Math.max(i + 1, firstAfter(from + (x + 1 - left) / scale, layer.reach, i + 1, high)) : i + 1;
    }
    flush();
  };
  const shade = (at) => (shades ? shades(at) : colours ? colour(colours[at % colours.length]) : at === 0 ? colour("grey") : tone(at - 1));
  const inked = (c, words, x, y) => {
    c.textBaseline = "middle";
    c.fillStyle = "rgba(0,0,0,.55)";
    c.fillRect(x - 2, y - 6, widthOf(c, words) + 4, 13);
    c.fillStyle = "#fff";
    c.fillText(words, x, y);
  };
  const chart = canvas({ label: `${label}. Arrows move, plus and minus zoom, Home shows all.`, height: TOP + seen * LANE + 4, draw });
  const tip = tooltip(chart.box);
  const lines = (k) => describe?.(k) ?? [name(k), format.time(data.to[k] - data.from[k]), `from ${format.time(data.from[k])}`];
  const at = (event) => {
    const box = chart.element.getBoundingClientRect();
    const x = event.clientX - box.left, y = event.clientY - box.top, left = gutter();
    const l = Math.floor((y - TOP) / LANE) + below();
    if (y < TOP || l >= lanes || x < left) return { x, y, k: -1 };
    const scale = (to - from) / (chart.box.clientWidth - left);
    const t = from + (x - left) * scale;
    let k = firstAfter(t - scale, data.reach, data.first[l], data.first[l + 1]);
    if (k >= data.first[l + 1] || data.from[k] > t + scale) k = -1;
    return { x, y, k, t };
  };
  const show = (low, high) => {
    const span = Math.min(Math.max(high - low, 1000), data.end);
    from = Math.min(Math.max(low, 0), data.end - span);
    to = from + span;
    chart.redraw();
  };
  const zoom = (factor, t) => show(t - (t - from) * factor, t + (to - t) * factor);
  const mark = (k) => {
    marked = k;
    chart.redraw();
    if (k >= 0) say(lines(k).join(", ")), chosen?.(k);
  };
  let drag = null;
  const on = (kindOf, f) => chart.element.addEventListener(kindOf, f, kindOf === "wheel" ? { passive: false } : undefined);
  on("wheel", (event) => {
    if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaY) < Math.abs(event.deltaX)) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, at(event).t ?? (from + to) / 2);
  });
  on("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, top: tall.parentElement?.scrollTop ?? 0, from, to, moved: false };
    chart.element.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => {
    if (drag && Math.abs(event.clientX - drag.x) + Math.abs(event.clientY - drag.y) > 3) {
      drag.moved = true;
      if (lanes > seen) tall.parentElement.scrollTop = drag.top + drag.y - event.clientY;
      const shift = ((event.clientX - drag.x) / (chart.box.clientWidth - gutter())) * (drag.to - drag.from);
      return show(drag.from - shift, drag.to - shift);
    }
    const { x, y, k } = at(event);
    if (k >= 0) tip.show(x, y, lines(k));
    else tip.hide();
  });
  on("pointerup", (event) => {
    if (drag && !drag.moved) mark(at(event).k);
    drag = null;
  });
  on("pointerleave", () => tip.hide());
  on("keydown", (event) => {
    const step = (to - from) / 8;
    const acts = {
      ArrowLeft: () => show(from - step, to - step), ArrowRight: () => show(from + step, to + step),
      "+": () => zoom(0.7, (from + to) / 2), "=": () => zoom(0.7, (from + to) / 2), "-": () => zoom(1.4, (from + to) / 2),
      ArrowUp: () => lower(-1), ArrowDown: () => lower(1), Home: () => show(0, data.end), Enter: () => mark(nextIn(1)), "[": () => mark(nextIn(-1)), "]": () => mark(nextIn(1)),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });
  const lower = (by) => ((tall.parentElement.scrollTop += by * LANE), chart.redraw());
  // The neighbour of the marked span in its lane, else the first that is shown.
  const nextIn = (by) => {
    const next = marked + by;
    if (marked < 0) return firstAfter(from, data.reach, data.first[0], data.first[1]);
    return data.spans.lane[next] === data.spans.lane[marked] ? next : marked;
  };
  const buttons = el("div", { class: "tools" },
    ...[["Zoom in", "+", () => zoom(0.5, (from + to) / 2)], ["Zoom out", "−", () => zoom(2, (from + to) / 2)], ["Show all", "all", () => show(0, data.end)]]
      .map(([title, text, act]) => el("button", { title, "aria-label": title, onclick: act }, text)));
  const tall = el("div", lanes > seen ? { style: `height:${TOP + lanes * LANE + 4}px` } : {}, chart.box);
  const box = lanes > seen ? el("div", { class: "lanes", style: `max-height:${TOP + seen * LANE + 4}px`, onscroll: chart.redraw }, tall) : tall;
  return {
    box: el("div", { class: "spans" }, buttons, box),
    element: chart.element, redraw: chart.redraw, show, mark, tip,
    /** Spans that `test` takes keep their colours, others are dim, or gone where they stand `only`; how many there are. */
    find(test, only = false) {
      hits = test ? layerOf(data, test) : null;
      alone = Boolean(test) && only;
      chart.redraw();
      return hits ? hits.at.length : data.spans.lane.length;
    },
    range: () => [from, to],
  };
}

const widths = new Map();

/** The width of `words`, each measured once. @param {CanvasRenderingContext2D} c @param {string} words */
function widthOf(c, words) {
  if (widths.size > 20_000) widths.clear();
  if (!widths.has(words)) widths.set(words, c.measureText(words).width);
  return widths.get(words);
}

/** `words` cut to `room` pixels. @param {CanvasRenderingContext2D} c @param {string} words @param {number} room */
export function fitted(c, words, room) {
  if (words.length > 200) words = words.slice(0, 200);
  const width = widthOf(c, words);
  if (width <= room) return words;
  let fit = Math.floor((words.length * room) / width);
  while (fit > 0 && widthOf(c, words.slice(0, fit) + "…") > room) --fit;
  return fit > 0 ? words.slice(0, fit) + "…" : "";
}
