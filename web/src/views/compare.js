// SPDX-License-Identifier: Apache-2.0
// Two results: what differs in the configuration, and a waterfall of where the time went from one to the other.
import { nameOf, rowsOf } from "../data.js";
import { choice, el, part } from "../dom.js";
import * as format from "../format.js";
import { table } from "../table.js";

const ROW = 42, CUT = 0.03;

/** Bars from the first total to the second, one for each part that changed, with text above each. Positions are shares of the width: any fits. */
function waterfall(parts) {
  const was = parts.reduce((sum, p) => sum + p.was_ps, 0), is = parts.reduce((sum, p) => sum + p.is_ps, 0);
  let level = was;
  const changes = parts.filter((p) => p.difference_ps !== 0).map((p) => {
    const from = level;
    level += p.difference_ps;
    return { name: p.part, from, to: level, text: (p.difference_ps > 0 ? "+" : "−") + format.time(Math.abs(p.difference_ps)), fill: p.difference_ps > 0 ? "var(--mark)" : "var(--good)" };
  });
  const levels = [was, is, ...changes.map((b) => b.to)], low = Math.min(...levels), high = Math.max(...levels);
  // Changes too small for a whole axis: it begins near the smaller total, and the totals' bars are broken.
  const broken = changes.length > 0 && high - low < CUT * high, base = broken ? low - (high - low) * 0.4 : Math.min(low, 0);
  const bars = [{ name: "first", from: base, to: was, text: format.time(was), fill: "var(--bar)", whole: true }, ...changes,
    { name: "second", from: base, to: is, text: format.time(is), fill: "var(--bar)", whole: true }];
  const place = (v) => (100 * (v - base)) / Math.max(high - base, 1), at = (v) => `${place(v).toFixed(3)}%`;
  const cut = (name) => (name.length > 40 ? name.slice(0, 39) + "…" : name);
  const line = (b, k) => {
    const y = k * ROW, from = Math.min(b.from, b.to), top = y + 19, end = top + ROW - 24;
    return el("g", {}, el("title", {}, `${b.name}: ${b.text}`), el("text", { x: 0, y: y + 14 }, cut(b.name)), el("text", { x: "100%", y: y + 14, "text-anchor": "end" }, b.text),
      el("rect", { x: at(from), y: top, width: `${Math.max(place(Math.max(b.from, b.to)) - place(from), 0.2)}%`, height: ROW - 24, style: `fill: ${b.fill}` }),
      ...(broken && b.whole ? [8, 10].map((x) => el("line", { x1: `${x}%`, x2: `${x + 1.5}%`, y1: end + 3, y2: top - 3, class: "break" })) : []),
      k + 1 < bars.length && el("line", { x1: at(b.to), x2: at(b.to), y1: top, y2: end + ROW, style: "stroke: var(--soft)" }));
  };
  return el("div", {}, el("svg", { height: bars.length * ROW + 6, class: "waterfall", role: "img", "aria-label": "waterfall from the first time to the second" }, ...bars.map(line)),
    broken && el("p", { class: "soft" }, `The axis begins at ${format.time(base)}, not at 0: both totals are broken there, as their bars show.`));
}

const percent = (share, was) => (share !== null && share !== undefined ? `${share > 0 ? "+" : ""}${format.percent(share)}` : was === 0 ? "from 0" : "");

/** Figures of rows that read the same, told apart by words of the row where they stand. */
function toldApart(figures, doc) {
  const key = (f) => `${f.row}\n${f.figure}`, seen = new Map();
  for (const f of figures) seen.set(key(f), (seen.get(key(f)) ?? 0) + 1);
  return figures.map((f) => {
    if (seen.get(key(f)) === 1) return f;
    const kind = String(f.row).split(" ")[0], own = rowsOf(doc).filter((row) => (row.row_kind ?? "") === kind || !row.row_kind), row = own.find((one) => one[f.figure] === f.was_value);
    const telling = Object.keys(row ?? {}).filter((name) => typeof row[name] === "string" && row[name].length < 40 && new Set(own.map((one) => one[name])).size > 1);
    return { ...f, row: [f.row, ...telling.map((name) => row[name]).filter((word) => word && !String(f.row).includes(word))].join(" ") };
  });
}

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
      const settings = of("setting").map(({ was, is, ...rest }) => ({ ...rest, first: was, second: is }));
      const figures = toldApart(of("figure"), app.documents[a]).map(({ was_value, is_value, change, ...rest }) => ({ ...rest, first: format.cell(rest.figure, was_value), second: format.cell(rest.figure, is_value), change: percent(change, was_value) }));
      body.replaceChildren(
        el("p", { class: "answer" }, sentence),
        el("p", { class: "soft" }, `first: ${nameOf(app.documents[a])}. second: ${nameOf(app.documents[b])}.`),
        ...wholes.map((whole) => part(`Where the time went: ${whole}`, waterfall(of("part").filter((p) => p.of === whole)))),
        part("What differs in the configuration", settings.length > 0 ? table(settings) : el("p", {}, "Nothing, or the results do not say it.")),
        part("Figures, the largest change first", figures.length > 0 ? table(figures) : el("p", {}, "All are equal.")));
    };
    const body = el("div");
    if (all.length > 1) root.append(choice("second", all.map((one) => nameOf(app.documents[one.b])), own, show));
    root.append(body);
    show(own);
  },
};
