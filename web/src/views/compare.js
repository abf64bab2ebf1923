// SPDX-License-Identifier: Apache-2.0
// Two results: what differs in the configuration, and a waterfall of where the time went from one to the other.
import { choice, el, part } from "../dom.js";
import * as format from "../format.js";
import { table } from "../table.js";

const WIDE = 720, ROW = 26, LEFT = 210;

/** Bars from the first total to the second, one for each part that changed; text beside each. */
function waterfall(parts) {
  const was = parts.reduce((sum, p) => sum + p.was_ps, 0), is = parts.reduce((sum, p) => sum + p.is_ps, 0);
  const changed = parts.filter((p) => p.difference_ps !== 0);
  let level = was;
  const bars = [{ name: "first", from: 0, to: was, text: format.time(was), fill: "var(--bar)" },
    ...changed.map((p) => {
      const from = level;
      level += p.difference_ps;
      const sign = p.difference_ps > 0 ? "+" : "−";
      return { name: p.part, from, to: level, text: sign + format.time(Math.abs(p.difference_ps)), fill: p.difference_ps > 0 ? "var(--mark)" : "var(--good)" };
    }),
    { name: "second", from: 0, to: is, text: format.time(is), fill: "var(--bar)" }];
  const most = Math.max(...bars.map((b) => Math.max(b.from, b.to)), 1), scale = (WIDE - LEFT - 110) / most;
  const cut = (name) => (name.length > 30 ? name.slice(0, 29) + "…" : name);
  return el("div", { class: "wide" }, el("svg", { viewBox: `0 0 ${WIDE} ${bars.length * ROW + 6}`, class: "waterfall", role: "img", "aria-label": "waterfall from the first time to the second" },
    ...bars.map((b, k) => {
      const y = k * ROW + 4, x = LEFT + Math.min(b.from, b.to) * scale, width = Math.max(Math.abs(b.to - b.from) * scale, 1);
      return el("g", {}, el("title", {}, `${b.name}: ${b.text}`),
        el("text", { x: LEFT - 8, y: y + 14, "text-anchor": "end" }, cut(b.name)),
        el("rect", { x, y, width, height: ROW - 8, style: `fill: ${b.fill}` }),
        k + 1 < bars.length && el("line", { x1: LEFT + b.to * scale, x2: LEFT + b.to * scale, y1: y, y2: y + ROW + ROW - 8, style: "stroke: var(--soft)" }),
        el("text", { x: x + width + 6, y: y + 14 }, b.text));
    })));
}

const percent = (share) => (share === null || share === undefined ? "" : `${share > 0 ? "+" : ""}${format.percent(share)}`);

export const compareView = {
  id: "compare",
  title: "Compare",
  fits: (doc, app) => app.comparisons.some((one) => app.documents[one.b] === doc || app.documents[one.a] === doc),
  draw(root, app, doc) {
    const all = app.comparisons;
    const own = Math.max(0, all.findIndex((one) => app.documents[one.b] === doc));
    const show = (k) => {
      const { a, b, rows, sentence } = all[k];
      const of = (kind) => rows.filter((row) => row.row_kind === kind).map(({ row_kind: _, ...row }) => row);
      const wholes = [...new Set(of("part").map((p) => p.of))];
      const settings = of("setting"), figures = of("figure").map((f) => ({ ...f, was_value: format.cell(f.figure, f.was_value), is_value: format.cell(f.figure, f.is_value), change: percent(f.change) }));
      body.replaceChildren(
        el("p", { class: "answer" }, sentence),
        el("p", { class: "soft" }, `first: ${app.documents[a].name}. second: ${app.documents[b].name}.`),
        ...wholes.map((whole) => part(`Where the time went: ${whole}`, waterfall(of("part").filter((p) => p.of === whole)))),
        part("What differs in the configuration", settings.length > 0 ? table(settings) : el("p", {}, "Nothing, or the results do not say it.")),
        part("Figures, the largest change first", figures.length > 0 ? table(figures) : el("p", {}, "All are equal.")));
    };
    const body = el("div");
    if (all.length > 1) root.append(choice("second", all.map((one) => app.documents[one.b].name), own, show));
    root.append(body);
    show(own);
  },
};
