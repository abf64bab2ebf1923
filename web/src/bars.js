// SPDX-License-Identifier: Apache-2.0
import { el } from "./dom.js";

/**
 * Named bars, one a line, with their values. Parts of a bar are told apart by colour, and a legend names them.
 * @param {{name: string, parts: number[], text: string, titles?: string[]}[]} rows
 * @param {{most?: number, names?: string[]}} [options]
 */
export function bars(rows, { most = Math.max(...rows.map((row) => row.parts.reduce((a, b) => a + Math.max(b, 0), 0))), names = [] } = {}) {
  const line = (row) => el("div", { class: "bar-line" }, el("span", { class: "bar-name" }, row.name),
    el("span", { class: "bar-room" }, ...row.parts.map((part, k) => filled(Math.max(part, 0) / (most || 1), k, row.titles?.[k]))), el("span", { class: "bar-value" }, row.text));
  const legend = names.length > 0 && el("p", { class: "legend" }, ...names.map((name, k) => el("span", {}, filled(0, k), ` ${name}`)));
  return el("div", { class: "bars" }, legend, ...rows.map(line));
}

function filled(share, k, title) {
  const part = el("i", { title });
  part.style.width = `${(100 * share).toFixed(3)}%`;
  part.style.background = `var(--c${k % 7})`;
  return part;
}
