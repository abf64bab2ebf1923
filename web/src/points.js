// SPDX-License-Identifier: Apache-2.0
// What a search, a planner or a tuner evaluated: a column for each knob and figure, a place in each for a point.
import { rowsOfKind } from "./data.js";
import * as format from "./format.js";

const HIGH = /(^reward)|per_s|mfu|speedup|throughput|utilisation|share_of_peak/;
const PLAN_KNOBS = ["tp", "pp", "cp", "ep", "dp", "zero", "micro_batch", "virtual_stages", "recompute", "fold", "mesh rows", "mesh columns"];
const FIGURES = ["time_ps", "block_time_ps", "memory_bytes", "bound_ps", "tokens_per_s", "throughput_per_s", "mfu", "utilisation", "exposed_fraction",
  "exposed_share", "cost_usd", "cost_dollars", "gpu_hours", "bandwidth_bytes_per_s"];

/** CSV by columns: {name: texts}. Lines without quotes, which are nearly all, are split at once. @param {string} text */
export function columnsOf(text) {
  const lines = text.split("\n");
  if (lines[lines.length - 1] === "") lines.pop();
  const fields = (line) => (line.includes('"') ? quotedFields(line) : line.split(","));
  const names = fields(lines[0] ?? ""), count = Math.max(lines.length - 1, 0);
  const all = names.map(() => new Array(count));
  for (let k = 0; k < count; ++k) {
    const values = fields(lines[k + 1]);
    for (let c = 0; c < names.length; ++c) all[c][k] = values[c] ?? "";
  }
  return Object.fromEntries(names.map((name, c) => [name, all[c]]));
}

const quotedFields = (line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);

/** Numbers where all are; else places in the sorted list of words. "" and null are NaN. */
function column(name, raw, knob) {
  const values = new Float64Array(raw.length);
  let words = null, low = Infinity, high = -Infinity;
  for (let k = 0; k < raw.length && !words; ++k) {
    const value = raw[k];
    values[k] = value === "" || value === null || value === undefined || value === "null" || value === "nan" ? NaN : Number(value);
    if (Number.isNaN(values[k]) && value && value !== "null" && value !== "nan") words = [...new Set(raw.map(String))].sort((a, b) => a.localeCompare(b));
  }
  if (words) {
    const place = new Map(words.map((word, k) => [word, k]));
    raw.forEach((word, k) => (values[k] = place.get(String(word))));
  }
  for (const value of values) if (value < low) low = value;
  for (const value of values) if (value > high) high = value;
  const show = words ? (v) => words[Math.round(v)] ?? "" : knob ? format.number : (v) => format.cell(name, v);
  return { name, values, words, knob, low, high, show, better: knob ? 0 : HIGH.test(name) ? 1 : -1 };
}

/** The strategies of layers, "mlp=tp:8 emb=mp:128", as a column for each type of layer. */
function strategyColumns(texts) {
  const all = {};
  texts.forEach((text, k) => {
    for (const part of String(text).split(" ")) {
      const at = part.indexOf("=");
      if (at > 0) (all[part.slice(0, at)] ??= new Array(texts.length).fill(""))[k] = part.slice(at + 1);
    }
  });
  return all;
}

const transposed = (rows) => {
  const names = [...new Set(rows.flatMap(Object.keys))];
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? "")]));
};

/** Columns of texts of the document's points, and which of them are knobs; none: null. */
function rawOf(doc) {
  const table = (file) => doc.tables.find((one) => one.file === file);
  const evaluations = table("evaluations.csv");
  if (evaluations) {
    const raw = columnsOf(evaluations.text), names = Object.keys(raw);
    const known = new Set(rowsOfKind(doc, "importance").map((row) => row.knob));
    return { raw, knobs: names.filter((name) => known.has(name.replace(/\[\d+\]$/, ""))), step: raw.step };
  }
  const tuned = rowsOfKind(doc, "tuned").slice(0, 1);
  if (tuned.length > 0) {
    const meshes = [...new Map([tuned[0], ...rowsOfKind(doc, "runner_up")].map((row) => [row.mesh, row])).values()];
    const raw = transposed(meshes), sides = (k) => raw.mesh.map((mesh) => String(mesh).split("x")[k] ?? "");
    return { raw: { ...raw, "mesh rows": sides(0), "mesh columns": sides(1) }, knobs: PLAN_KNOBS };
  }
  const rows = rowsOfKind(doc, "knobs").length > 1 ? rowsOfKind(doc, "knobs") : rowsOfKind(doc, "strategy");
  const raw = rows.length > 1 ? transposed(rows) : table("all.csv") ? columnsOf(table("all.csv").text) : null;
  if (!raw) return null;
  const layers = raw.strategy ? strategyColumns(raw.strategy) : {};
  return { raw: { ...raw, ...layers }, knobs: [...PLAN_KNOBS, ...Object.keys(layers)], name: raw.parallel ?? raw.strategy };
}

/**
 * The points of a document: {count, step(k), name(k), knobs, figures, column(name)}; null where it has none. A knob that never changes is left
 * out. `better` of a figure is 1 where more is better, -1 where less is.
 */
export function readPoints(doc) {
  const found = rawOf(doc);
  if (!found) return null;
  const count = Object.values(found.raw)[0]?.length ?? 0;
  const knobs = found.knobs.filter((name) => found.raw[name]).map((name) => column(name, found.raw[name], true)).filter((c) => c.high > c.low);
  const rewards = Object.keys(found.raw).filter((name) => name.startsWith("reward_"));
  const figures = [...rewards, ...FIGURES].filter((name) => found.raw[name]).map((name) => column(name, found.raw[name], false)).filter((c) => !c.words && c.high >= c.low);
  if (count === 0 || figures.length === 0) return null;
  return { count, knobs, figures, searched: Boolean(found.step), step: (k) => Number(found.step?.[k] ?? k + 1), why: found.raw.why_not ?? found.raw.refused ?? [],
    name: (k) => String(found.name?.[k] ?? design(knobs, k)) };
}

/** "algorithm [ring, direct], chunks 8": a list is one knob. */
function design(knobs, k) {
  const all = new Map();
  for (const c of knobs) {
    const name = c.name.replace(/\[\d+\]$/, "");
    all.set(name, [...(all.get(name) ?? []), c.show(c.values[k])]);
  }
  return [...all].map(([name, values]) => `${name} ${values.length > 1 ? `[${values.join(", ")}]` : values[0]}`).join(", ");
}

/** The places that no other beats in both figures, in the order of the first. @param {number[]} places */
export function frontOf(places, x, y) {
  const at = (c, k) => -c.better * c.values[k];
  const sorted = places.filter((k) => Number.isFinite(x.values[k]) && Number.isFinite(y.values[k])).sort((a, b) => at(x, a) - at(x, b) || at(y, a) - at(y, b));
  let least = Infinity;
  return sorted.filter((k) => at(y, k) < least && ((least = at(y, k)), true));
}
