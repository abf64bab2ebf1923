// SPDX-License-Identifier: Apache-2.0
// A timeline of the page as a file of Chrome trace events, for viewers such as https://ui.perfetto.dev.
import { el } from "./dom.js";

/** Its text in pieces. @param {any} data of readTimeline() */
export function tracePieces(data) {
  const groups = [...new Set(data.lanes.map((lane) => lane.group))];
  const pid = data.lanes.map((lane) => groups.indexOf(lane.group) + 1);
  const events = [
    ...groups.map((name, k) => ({ ph: "M", pid: k + 1, name: "process_name", args: { name } })),
    ...data.lanes.map(({ name }, tid) => ({ ph: "M", pid: pid[tid], tid, name: "thread_name", args: { name } })),
  ];
  const pieces = ['{"traceEvents":[\n', events.map((event) => JSON.stringify(event)).join(",\n")];
  const names = data.names.map((name) => JSON.stringify(name)),
    details = data.details.map((one) => JSON.stringify(one));
  const { lane, name, category, detail } = data.spans;
  for (let k = 0; k < lane.length; ++k) {
    const cat = category[k] < 0 ? "" : `,"cat":${JSON.stringify(data.categories[category[k]])}`;
    const args = detail[k] < 0 ? "" : `,"args":${details[detail[k]]}`;
    const when = `"ts":${(data.from[k] / 1e6).toFixed(6)},"dur":${((data.to[k] - data.from[k]) / 1e6).toFixed(6)}`;
    pieces.push(`,\n{"ph":"X","pid":${pid[lane[k]]},"tid":${lane[k]},${when},"name":${names[name[k]]}${cat}${args}}`);
  }
  pieces.push("\n]}\n");
  return pieces;
}

/** Saves a file without a request. @param {string} name @param {string[]} pieces */
export function save(name, pieces) {
  const address = URL.createObjectURL(new Blob(pieces, { type: "application/json" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
