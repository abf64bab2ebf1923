// SPDX-License-Identifier: Apache-2.0
// Any result: its rows by kind, and two figures of them against each other.
import { rowsIn, rowsOf } from "../data.js";
import { choice, el, part } from "../dom.js";
import * as format from "../format.js";
import { lines } from "../lines.js";
import { table } from "../table.js";

const numeric = (rows) => [...new Set(rows.flatMap(Object.keys))].filter((key) => rows.some((row) => typeof row[key] === "number") && new Set(rows.map((row) => row[key])).size > 1);

const ANSWERS = [/^(step_|block_)?(time|makespan|completion|completion_mean)_ps$/, /over_bound$|per_s$|^mfu$|efficiency|throughput|gain/, /_ps$/];

/** What answers, against the first number that is not an answer of its own: what this machine took is neither. None: null. */
function axesOf(rows, keys) {
  const own = keys.filter((key) => !/wall|seed/.test(key)), y = ANSWERS.map((one) => own.find((key) => one.test(key))).find(Boolean);
  const x = own.find((key) => key !== y && !ANSWERS[0].test(key) && !key.startsWith(y ?? "-"));
  return x && y && new Set(rows.map((row) => row[x])).size > 2 ? { x, y } : null;
}

/** Two figures of rows of one kind: one chosen for each axis, a point for each row. */
function scatter(rows) {
  const keys = numeric(rows), at = axesOf(rows, keys);
  if (!at) return null;
  const box = el("div");
  const draw = () => {
    const sorted = rows.filter((row) => typeof row[at.x] === "number").sort((a, b) => a[at.x] - b[at.x]);
    const chart = lines({ label: `${at.y} against ${at.x}`, x: { name: format.words(at.x), values: sorted.map((row) => row[at.x]), show: (v) => format.cell(at.x, v) },
      y: { name: format.words(at.y), show: (v) => format.cell(at.y, v) },
      series: [{ name: format.words(at.y), values: sorted.map((row) => row[at.y] ?? null), points: true }] });
    box.replaceChildren(chart.box);
  };
  const pick = (axis, name) => choice(name, keys.map(format.words), keys.indexOf(at[axis]), (k) => ((at[axis] = keys[k]), draw()));
  draw();
  return el("div", {}, el("div", { class: "tools" }, pick("x", "across"), pick("y", "up")), box);
}

export const rowsView = {
  id: "rows",
  title: "Rows",
  fits: (doc) => rowsOf(doc).length > 0,
  draw(root, app, doc) {
    for (const { file, result } of doc.results) {
      const own = rowsIn(result), kinds = [...new Set(own.map((row) => row.row_kind ?? ""))];
      for (const kind of kinds) {
        const rows = own.filter((row) => (row.row_kind ?? "") === kind);
        const name = [doc.results.length > 1 ? file : "", kind ? `${kind} (${rows.length})` : `${result.command} (${rows.length})`].filter(Boolean).join(": ");
        root.append(part(name, table(rows.map(({ row_kind: _, ...row }) => row)), ...[rows.length > 2 && scatter(rows)].filter(Boolean)));
      }
    }
  },
};
