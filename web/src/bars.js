// SPDX-License-Identifier: Apache-2.0
// Stacked bars of one row each, with their labels beside them.
import { tooltip } from "./canvas.js";
import { el } from "./dom.js";

/**
 * @param {{label: string, parts: {name: string, colour: string}[], rows: {name: string, values: number[], text: string,
 *   lines?: string[]}[], most?: number, show: (v: number) => string, hovered?: (k: number | null) => void}} chart
 *   `most` is the value of a full bar
 */
export function bars({ label, parts, rows, most, show, hovered }) {
  const full = most ?? Math.max(Number.MIN_VALUE, ...rows.map((row) => row.values.reduce((a, b) => a + b, 0)));
  const box = el("div", { class: "bars", role: "list", "aria-label": label });
  const tip = tooltip(box);
  const linesOf = (row) => row.lines ?? [row.name, row.text, ...parts.map((one, k) => `${one.name} ${show(row.values[k])}`).filter((_, k) => row.values[k] > 0)];
  const line = (row, k) => {
    const open = (x) => (tip.show(x, element.offsetTop + element.offsetHeight - 12, linesOf(row)), hovered?.(k));
    const close = () => (tip.hide(), hovered?.(null));
    const element = el("div", { class: "bar", role: "listitem", tabindex: "0", "aria-label": linesOf(row).join(", "),
      onpointermove: (event) => open(event.clientX - box.getBoundingClientRect().left), onpointerleave: close, onfocus: () => open(120), onblur: close },
    el("span", { class: "bar-name" }, row.name),
    el("span", { class: "track" }, ...row.values.map((value, at) => (value > 0 || row.titles) &&
      el("span", { title: row.titles?.[at], style: `width:${(100 * value) / full}%;background:var(--${parts[at].colour})` }))),
    el("span", { class: "bar-text" }, row.text));
    return element;
  };
  box.prepend(...rows.map(line));
  return el("div", {}, parts.length > 1 && legend(parts), box);
}

/** What colours stand for: names of variables, or colours themselves. @param {{name: string, colour: string}[]} parts */
export const legend = (parts) => el("p", { class: "legend" }, ...parts.map(({ name, colour }) =>
  el("span", {}, el("i", { style: `background:${/^(hsl|#)/.test(colour) ? colour : `var(--${colour})`}` }), name)));

/**
 * The same of rows with parts in the order of `names`; a guard has the colour of guards.
 * @param {{name: string, parts: number[], text: string, titles?: string[]}[]} rows
 * @param {{label?: string, most?: number, names?: string[], show?: (v: number) => string}} [options]
 */
export function namedBars(rows, { label = "bars", most, names = [], show = String } = {}) {
  const count = Math.max(1, names.length, ...rows.map((row) => row.parts.length));
  const parts = Array.from({ length: count }, (_, k) => ({ name: names[k] ?? "", colour: names[k] === "guard" ? "loss" : `c${k % 7}` }));
  return bars({ label, parts, most, show, rows: rows.map((row) => ({ name: row.name, values: row.parts.map((v) => Math.max(v, 0)), text: row.text, titles: row.titles, lines: [row.name, row.text, ...(row.titles ?? [])] })) });
}
