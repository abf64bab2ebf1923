// SPDX-License-Identifier: Apache-2.0
// Any --sweep: a figure against a swept key, a line for each value of the others.
import { rowsOf } from "../data.js";
import { choice, el, part } from "../dom.js";
import * as format from "../format.js";
import { lines } from "../lines.js";
import { table } from "../table.js";

const HEADLINES = ["time_ps", "makespan_ps", "completion_mean_ps", "completion_ps", "step_time_ps", "block_time_ps", "tokens_per_s", "mfu"];
const LOG = 20; // a range of so many times is shown by logarithms
const unique = (values) => [...new Set(values)];

/** "guard=1 us; ports=16" as {guard: "1 us", ports: "16"}. */
const pointOf = (text) => Object.fromEntries(String(text).split(/; */).map((one) => [one.split("=")[0], one.slice(one.indexOf("=") + 1)]).filter(([key]) => key));

/** Rows of the kind that has the most of them with a headline, with their points. */
function sweptRows(doc) {
  const rows = rowsOf(doc).filter((row) => row.sweep_point);
  const kinds = unique(rows.map((row) => row.row_kind ?? ""));
  const kind = kinds.find((one) => rows.some((row) => (row.row_kind ?? "") === one && HEADLINES.some((key) => typeof row[key] === "number"))) ?? kinds[0];
  return rows.filter((row) => (row.row_kind ?? "") === kind).map((row) => ({ row, point: pointOf(row.sweep_point) }));
}

/** The text that tells rows of one point apart, such as the scheduler; none: "". */
function naming(all) {
  const first = all.filter(({ row }) => row.sweep_point === all[0].row.sweep_point).map(({ row }) => row);
  if (first.length < 2) return "";
  const keys = Object.keys(first[0]).filter((key) => typeof first[0][key] === "string" && key !== "sweep_point" && key !== "row_kind");
  return keys.find((key) => unique(first.map((row) => row[key])).length === first.length) ?? keys.find((key) => unique(first.map((row) => row[key])).length > 1) ?? "";
}

export const sweepView = {
  id: "sweep",
  title: "Sweep",
  fits: (doc) => unique(rowsOf(doc).map((row) => row.sweep_point).filter(Boolean)).length > 1,
  draw(root, app, doc) {
    const all = sweptRows(doc), name = naming(all);
    const keys = unique(all.flatMap(({ point }) => Object.keys(point))).filter((key) => unique(all.map(({ point }) => point[key])).length > 1);
    const numbers = Object.keys(all[0].row).filter((key) => typeof all[0].row[key] === "number" && unique(all.map(({ row }) => row[key])).length > 1);
    const figures = numbers.sort((a, b) => rank(a) - rank(b));
    if (keys.length === 0 || figures.length === 0) return void root.append(part("Rows", table(all.map(({ row }) => row))));
    const at = { key: keys[0], figure: figures[0] }, box = el("div"), answer = el("p", { class: "answer" });
    const draw = () => {
      const texts = unique(all.map(({ point }) => point[at.key])), read = texts.map((text) => format.quantity(text ?? ""));
      const numeric = read.every(Boolean) && unique(read.map((one) => one.unit)).length === 1;
      const places = texts.map((text, k) => ({ text, x: numeric ? read[k].value : k })).sort((a, b) => a.x - b.x), xs = places.map((one) => one.x);
      const show = numeric ? read[0].show : (v) => places[Math.round(v)]?.text ?? "";
      const label = ({ row, point }) => [...keys.filter((key) => key !== at.key).map((key) => `${key} ${point[key]}`), name && row[name]].filter(Boolean).join(", ");
      const series = unique(all.map(label)), value = new Map(all.map((one) => [`${label(one)}\n${one.point[at.key]}`, one.row[at.figure]]));
      const values = all.map(({ row }) => row[at.figure]).filter((v) => typeof v === "number");
      const wide = (list) => Math.min(...list) > 0 && Math.max(...list) / Math.min(...list) >= LOG;
      const chart = lines({ label: `${format.words(at.figure)} against ${at.key}`, x: { name: at.key, values: xs, show, log: numeric && wide(xs) },
        y: { name: format.words(at.figure), show: (v) => format.cell(at.figure, v), log: wide(values) },
        series: series.map((one) => ({ name: one || format.words(at.figure), gaps: true, points: !numeric, values: places.map(({ text }) => value.get(`${one}\n${text}`) ?? null) })) });
      const least = all.filter(({ row }) => row[at.figure] === Math.min(...values))[0], most = all.filter(({ row }) => row[at.figure] === Math.max(...values))[0];
      const where = (one) => [name && one.row[name], one.row.sweep_point].filter(Boolean).join(", ");
      answer.textContent = `The least ${format.words(at.figure)} is ${format.cell(at.figure, least.row[at.figure])} (${where(least)}), the most ${format.cell(at.figure, most.row[at.figure])} (${where(most)}).`;
      box.replaceChildren(chart.box);
    };
    root.append(part("Sweep", answer, el("div", { class: "tools" }, choice("across", keys, 0, (k) => ((at.key = keys[k]), draw())),
      choice("up", figures.map(format.words), 0, (k) => ((at.figure = figures[k]), draw()))), box),
    part("Rows", table(all.map(({ row: { row_kind: _, ...row } }) => row))));
    draw();
  },
};

const rank = (key) => (HEADLINES.includes(key) ? HEADLINES.indexOf(key) : HEADLINES.length + (/_ps$|per_s/.test(key) ? 0 : 1));
