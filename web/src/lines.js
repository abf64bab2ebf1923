// SPDX-License-Identifier: Apache-2.0
// Line charts, by uPlot: 50 kB, and a million points in a frame.
import { el, say } from "./dom.js";
import * as format from "./format.js";
import { colour, onTheme, tone } from "./theme.js";

/* global uPlot, Path2D */

/** Of an axis of logarithms: powers of ten, with 2 and 5 between them where there are few. */
function labelled(v, splits) {
  const known = splits.filter((x) => x > 0), decades = Math.log10(known[known.length - 1] / known[0]);
  const digit = Math.round(v / 10 ** Math.floor(Math.log10(v) + 1e-9));
  return digit === 1 || digit === 10 || (decades < 3 && (digit === 2 || digit === 5)) || decades < 0.5;
}

// Colours are seven: each further seven lines have another dash, and another mark.
const DASHES = [undefined, [9, 5], [2, 4], [9, 4, 2, 4]], BORDERS = ["solid", "dashed", "dotted", "double"];
const again = (k) => Math.floor(k / 7) % DASHES.length;

/** Squares, diamonds and triangles for the second to the fourth seven; the first have the library's circles. */
const marked = (sides, turned) => (u, k, from, to) => {
  const path = new Path2D(), [xs, ys] = [u.data[0], u.data[k]], far = 4.5 * devicePixelRatio;
  for (let i = from; i <= to; ++i) {
    if (ys[i] === null || ys[i] === undefined) continue;
    const x = u.valToPos(xs[i], "x", true), y = u.valToPos(ys[i], "y", true);
    for (let corner = 0; corner <= sides; ++corner) {
      const angle = (2 * Math.PI * corner) / sides + turned, at = [x + far * Math.cos(angle), y + far * Math.sin(angle)];
      if (corner === 0) path.moveTo(...at);
      else path.lineTo(...at);
    }
  }
  return { stroke: null, fill: path };
};
const MARKS = [undefined, marked(4, Math.PI / 4), marked(4, 0), marked(3, -Math.PI / 2)];

/**
 * Lines over one axis; drag zooms, a double click shows all. Series of null have gaps.
 * @param {{label: string, x: {name: string, values: number[], show?: (v: number) => string, log?: boolean},
 *   y: {name: string, show?: (v: number) => string, log?: boolean}, marks?: {at: number, name: string}[],
 *   series: {name: string, values: (number | null)[], points?: boolean, dash?: number[], faint?: boolean}[], height?: number,
 *   hovered?: (index: number | null) => void, sync?: string}} chart charts of one `sync` share their pointer; series with `gaps`
 *   go on over values that others have
 */
export function lines(chart) {
  const box = el("figure", { class: "lines-box", "aria-label": `${chart.label}. Arrows move from point to point.`, role: "group", tabindex: "0" });
  if (typeof uPlot === "undefined") {
    box.append(el("p", { class: "soft" }, "This build has no library for charts: it was made without a network."));
    return { box, set() {} };
  }
  let plot, data = [chart.x.values, ...chart.series.map((s) => s.values)];
  const showX = chart.x.show ?? format.number, showY = chart.y.show ?? format.number;
  const axis = (show, name, grid, log) => ({
    stroke: colour("soft"), grid: { show: grid, stroke: colour("line"), width: 1 }, ticks: { stroke: colour("line"), width: 1 },
    label: name, labelSize: 20, font: "12px system-ui", labelFont: "12px system-ui", size: grid ? 80 : 36,
    values: (_, splits) => splits.map((v) => (v === null || (log && !labelled(v, splits)) ? "" : show(v))),
  });
  // Where no line and no other mark's name is, from the top; else at the top.
  const freeTop = (u, left, room, taken) => {
    const step = 16 * devicePixelRatio, tops = Array.from({ length: Math.floor(u.bbox.height / step) }, (_, k) => u.bbox.top + 14 * devicePixelRatio + k * step);
    const spans = u.data.slice(1).flatMap((ys) => ys.flatMap((y, i) => {
      const before = i > 0 ? i - 1 : i, x = [before, i].map((k) => u.valToPos(u.data[0][k], "x", true));
      if (typeof y !== "number" || x[1] < left || x[0] > left + room) return [];
      const own = [ys[before] ?? y, y].map((v) => u.valToPos(v, "y", true)), on = (px) => own[0] + (own[1] - own[0]) * Math.min(Math.max((px - x[0]) / Math.max(x[1] - x[0], 1), 0), 1);
      return [[on(left), on(left + room)]];
    }));
    const clear = (top) => !taken.includes(top) && spans.every((ys) => Math.max(...ys) < top - step || Math.min(...ys) > top + step / 2);
    const top = tops.find(clear) ?? tops.find((one) => !taken.includes(one)) ?? tops[0];
    taken.push(top);
    return top;
  };
  const marksOf = (u) => {
    const taken = [];
    for (const { at, name } of chart.marks ?? []) {
      const x = u.valToPos(at, "x", true), c = u.ctx;
      if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) continue;
      c.save();
      c.strokeStyle = colour("mark"), c.fillStyle = colour("mark"), c.setLineDash([4, 4]);
      c.beginPath(), c.moveTo(x, u.bbox.top), c.lineTo(x, u.bbox.top + u.bbox.height), c.stroke();
      c.textAlign = x > u.bbox.left + u.bbox.width / 2 ? "right" : "left";
      const left = x + (c.textAlign === "left" ? 5 : -5), room = c.measureText(name).width;
      const top = freeTop(u, c.textAlign === "left" ? left : left - room, room, taken);
      c.fillStyle = colour("back"), c.fillRect(c.textAlign === "left" ? left : left - room, top - 11 * devicePixelRatio, room, 14 * devicePixelRatio);
      c.fillStyle = colour("mark"), c.fillText(name, left, top);
      c.restore();
    }
  };
  const make = () => {
    plot?.destroy();
    plot = new uPlot({
      width: Math.max(box.clientWidth, 200), height: chart.height ?? 280,
      scales: { x: { time: false, distr: chart.x.log ? 3 : 1 }, y: { distr: chart.y.log ? 3 : 1, range: chart.y.log ? undefined : (_, low, high) => [Math.min(0, low), high > 0 ? high * 1.05 : 1] } },
      axes: [axis(showX, chart.x.name, false, chart.x.log), axis(showY, chart.y.name, true, chart.y.log)],
      series: [{ label: chart.x.name, value: (_, v) => (v === null ? "" : showX(v)) },
        ...chart.series.map((s, k) => ({
          label: s.name, stroke: s.faint ? `${tone(k)}66` : tone(k), width: s.points ? 0 : 2, dash: s.dash ?? DASHES[again(k)], spanGaps: Boolean(s.gaps), value: (_, v) => (v === null || v === undefined ? "" : showY(v)),
          points: { show: s.points || (data[0].length < 60 && !(s.dash && s.name === "limit")), ...(again(k) > 0 && { paths: MARKS[again(k)] }), size: s.small ? 4 : s.points ? 8 : 5, fill: s.faint ? `${tone(k)}66` : tone(k) },
        }))],
      legend: { markers: { dash: (_, k) => BORDERS[k > 0 ? again(k - 1) : 0] } },
      cursor: chart.sync ? { sync: { key: chart.sync, scales: ["x", null] } } : {},
      hooks: { draw: [marksOf], setCursor: chart.hovered ? [(u) => chart.hovered(u.cursor.idx ?? null)] : [] },
    }, data, box);
    const drawn = plot.root.querySelector("canvas");
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", chart.label);
  };
  let at = -1;
  box.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined || !plot) return;
    event.preventDefault();
    at = Math.min(Math.max(at + by, 0), data[0].length - 1);
    const y = data.slice(1).map((values) => values[at]).find((v) => v !== null && v !== undefined) ?? 0;
    plot.setCursor({ left: plot.valToPos(data[0][at], "x"), top: plot.valToPos(y, "y") });
    say([`${chart.x.name} ${showX(data[0][at])}`, ...chart.series.map((s, k) => `${s.name} ${showY(data[k + 1][at] ?? NaN)}`)].join(", "));
  });
  const wait = new ResizeObserver(() => {
    if (box.clientWidth === 0) return;
    if (plot) plot.setSize({ width: box.clientWidth, height: chart.height ?? 280 });
    else make();
  });
  wait.observe(box);
  onTheme(make);
  return {
    box,
    /** Points at the k-th value of the x axis. @param {number} k */
    point: (k) => plot?.setCursor({ left: plot.valToPos(data[0][k], "x"), top: 10 }),
    /** New values of all series, for sliders. @param {number[]} x @param {(number | null)[][]} series */
    set(x, series) {
      data = [x, ...series];
      plot?.setData(data);
    },
  };
}
