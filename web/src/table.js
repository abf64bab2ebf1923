// SPDX-License-Identifier: Apache-2.0
import { el } from "./dom.js";
import * as format from "./format.js";

const MOST = 500;

/**
 * Rows as a table; a heading sorts by its column. Keys that all rows share equally stand above it.
 * @param {Record<string, unknown>[]} rows
 * @param {{keys?: string[], chosen?: (row: Record<string, unknown>) => void, hovered?: (row: Record<string, unknown> | null) => void}} [options]
 */
export function table(rows, { keys, chosen, hovered } = {}) {
  const all = keys ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const own = all.filter((key) => rows.some((row) => row[key] !== null && row[key] !== undefined && row[key] !== ""));
  const shared = rows.length > 1 ? own.filter((key) => rows.every((row) => JSON.stringify(row[key]) === JSON.stringify(rows[0][key]))) : [];
  const shown = own.filter((key) => !shared.includes(key));
  let order = { key: "", down: false };
  const body = el("tbody");
  const fill = () => {
    const sorted = order.key ? [...rows].sort((a, b) => compare(a[order.key], b[order.key]) * (order.down ? -1 : 1)) : rows;
    body.replaceChildren(...sorted.slice(0, MOST).map((row) => line(row)));
  };
  const line = (row) => {
    const cells = shown.map((key) => el("td", { title: typeof row[key] === "number" ? String(row[key]) : null }, clip(format.cell(key, row[key]))));
    const act = chosen && (() => chosen(row));
    return el("tr", act ? { tabindex: "0", class: "link", onclick: act, onkeydown: (event) => event.key === "Enter" && act(),
      onpointerenter: () => hovered?.(row), onpointerleave: () => hovered?.(null), onfocus: () => hovered?.(row) } : {}, ...cells);
  };
  if (rows.length === 1) return facts(rows[0], own);
  const head = el("tr", {}, ...shown.map((key) =>
    el("th", { scope: "col" }, el("button", { onclick: () => ((order = { key, down: order.key === key && !order.down }), fill()) }, format.words(key)))));
  fill();
  return el("div", {},
    shared.length > 0 && el("p", { class: "soft" }, "all: " + shared.map((key) => `${format.words(key)} ${clip(format.cell(key, rows[0][key]))}`).join(", ")),
    el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "table" }, el("table", {}, el("thead", {}, head), body)),
    rows.length > MOST && el("p", { class: "soft" }, `${rows.length - MOST} further rows are in the result.`));
}

/** One row: a line for each key. */
const facts = (row, keys) =>
  el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "table" }, el("table", { class: "lines" }, el("tbody", {},
    ...keys.map((key) => el("tr", {}, el("th", { scope: "row" }, format.words(key)), el("td", {}, clip(format.cell(key, row[key]))))))));

const clip = (text) => (text.length > 120 ? text.slice(0, 117) + "…" : text);

const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a ?? "").localeCompare(String(b ?? "")));
