// SPDX-License-Identifier: Apache-2.0
// Ways to do a collective against its size: time, bus bandwidth, and each way at the size of a slider.
import { namedBars } from "../bars.js";
import { command } from "../command.js";
import { commandOf, rowsOf, rowsOfKind } from "../data.js";
import { el, part } from "../dom.js";
import * as format from "../format.js";
import { affine } from "../laws.js";
import { lines } from "../lines.js";
import { sliders } from "../sliders.js";
import { table } from "../table.js";

const SHOWN = 24;
const giga = (v) => `${format.number(v / 1e9)} GB/s`;

/** What was swept but the size: "bytes=1 MB; latency=1 us" leaves "latency=1 us". */
const others = (row) => String(row.sweep_point ?? "").split(/; */).filter((one) => one && !one.startsWith("bytes=")).join(", ");

/** The ways of the document: [{name, points: [{bytes, time, bus}], law}], the fastest at the largest size first. */
function waysOf(doc) {
  const ways = new Map();
  const add = (row, bytes) => {
    if (!(bytes > 0) || !(row.time_ps > 0)) return;
    const name = [row.algorithm ?? "rounds", row.spread && row.spread !== "baseline" && row.spread, row.chunks > 1 && `${row.chunks} chunks`, others(row)].filter(Boolean).join(", ");
    if (!ways.has(name)) ways.set(name, { name, law: row.law, points: [] });
    const way = ways.get(name);
    if (!way.points.some((one) => one.bytes === bytes)) way.points.push({ bytes, time: row.time_ps, bus: row.bus_bandwidth_bytes_per_s });
  };
  rowsOfKind(doc, "combination").forEach((row) => add(row, row.bytes));
  const sizes = rowsOfKind(doc, "collective");
  for (const row of rowsOfKind(doc, "run")) {
    const own = sizes.find((one) => one.sweep_point === row.sweep_point);
    add(row, own?.bytes ?? Math.round((row.algorithm_bandwidth_bytes_per_s * row.time_ps) / 1e12));
  }
  const all = [...ways.values()];
  for (const way of all) {
    way.points.sort((a, b) => a.bytes - b.bytes);
    way.form = affine(way.points.map((one) => [one.bytes, one.time]));
    // All bus bandwidths of a kind are one factor of bytes / time.
    way.factor = (way.points[0].bus * way.points[0].time) / way.points[0].bytes;
  }
  const last = (way) => way.points[way.points.length - 1];
  return all.sort((a, b) => last(b).bytes - last(a).bytes || last(a).time - last(b).time);
}

/** Time of a way at a size: by its closed form, as computed, or on the line between two computed sizes; none beyond them. */
function timeAt({ points, form }, bytes) {
  const same = points.find((one) => one.bytes === bytes);
  if (same) return { time: same.time, how: "computed" };
  if (bytes < points[0].bytes || bytes > points[points.length - 1].bytes) return null;
  if (form) return { time: form.fixed + form.each * bytes, how: "closed form" };
  const k = points.findIndex((one) => one.bytes > bytes), [a, b] = [points[k - 1], points[k]];
  return { time: a.time + ((b.time - a.time) * (bytes - a.bytes)) / (b.bytes - a.bytes), how: "between computed sizes" };
}

export const collectiveView = {
  id: "collective",
  title: "Collective",
  fits: (doc) => commandOf(doc) === "collective" && waysOf(doc).length > 0,
  draw(root, app, doc) {
    const ways = waysOf(doc), sizes = [...new Set(ways.flatMap((way) => way.points.map((one) => one.bytes)))].sort((a, b) => a - b);
    // A size that is no multiple of these is cut into uneven pieces, for which the forms do not hold to the last picosecond.
    const step = sizes.reduce((a, b) => {
      while (b) [a, b] = [b, a % b];
      return a;
    });
    const low = sizes[0], high = sizes[sizes.length - 1], shown = ways.slice(0, 12), swept = rowsOf(doc).some((row) => row.sweep_point);
    const answer = el("p", { class: "answer" }), at = el("div"), again = el("div"), forms = el("div");
    const move = (bytes) => {
      const all = ways.map((way) => ({ way, ...timeAt(way, bytes) })).filter((one) => one.time > 0).sort((a, b) => a.time - b.time), [best] = all;
      at.replaceChildren(namedBars(all.slice(0, SHOWN).map(({ way, time, how }) => ({ name: way.name, parts: [time], titles: [`${Math.round(time)} ps, ${how}`],
        text: `${format.time(time)}${how === "between computed sizes" ? ", estimated" : ""}` }))), all.length > SHOWN ? el("p", { class: "soft" }, `${all.length - SHOWN} slower ways are among the rows.`) : "");
      answer.textContent = best ? `At ${format.size(bytes)}, ${best.way.name} is done first, after ${format.time(best.time)}${best.way.factor > 0 ? `, ${giga((best.way.factor * bytes) / best.time)} of bus bandwidth` : ""} (${best.how}).` : "";
      if (!swept) again.replaceChildren(command(app, doc, { "--bytes": `${Math.round(bytes)} B` }, (said) => app.reload(said)));
    };
    root.append(part("At a size", answer, low < high ? sliders([{ key: "bytes", label: "size", value: high, low, high, show: format.size }], ({ bytes }) => move(Math.round(bytes / step) * step)) :
      el("p", { class: "soft" }, "One size was asked for. --bytes '1 KB..1 GB' gives curves, and --algorithm all each way."), at, again));
    if (low < high) {
      const chart = (label, name, show, of, log) => lines({ label, x: { name: "bytes of an NPU", values: sizes, show: format.size, log: true }, y: { name, show, log },
        series: shown.map((way) => ({ name: way.name, gaps: true, values: sizes.map((bytes) => way.points.filter((one) => one.bytes === bytes).map(of)[0] ?? null) })) });
      root.append(part("Time against size", chart("Time against size", "time", format.time, (one) => one.time, true).box),
        part("Bus bandwidth against size", chart("Bus bandwidth against size", "bus bandwidth", giga, (one) => one.bus, false).box));
      if (ways.length > shown.length) root.append(el("p", { class: "soft" }, `${ways.length - shown.length} slower ways are not drawn.`));
    }
    const exact = ways.filter((way) => way.form);
    if (exact.length > 0) {
      forms.append(el("p", { class: "soft" }, "Time = a fixed part + bytes x a part for each, found from two sizes that the program computed. All its other sizes lie on it to the rounding of its picoseconds; they are multiples of " + format.size(step) + ", as the slider's are."),
        table(exact.map((way) => ({ way: way.name, fixed_ps: way.form.fixed, "rate (GB/s)": 1e3 / way.form.each, "sizes computed": way.points.length, "largest deviation (ps)": way.form.off }))));
      root.append(part("Closed forms", forms));
    }
    const bent = ways.filter((way) => !way.form && way.points.length > 1);
    if (bent.length > 0) root.append(el("p", { class: "soft" }, `No such form was found for ${bent.map((way) => way.name).join("; ")}: between the program's sizes an estimate is shown, and the command gives the answer.`));
    const dimensions = rowsOf(doc).filter((row) => row.row_kind === "dimension");
    if (dimensions.length > 0) root.append(part("Dimensions", table(dimensions.map(({ row_kind: _, ...row }) => row))));
    move(high);
  },
};
