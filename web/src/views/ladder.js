// SPDX-License-Identifier: Apache-2.0
// One job at every fidelity: what each rung says, how long it took to say it, and where rungs differ.
import { bars } from "../bars.js";
import { commandOf, rowsOfKind } from "../data.js";
import { choice, el, fact, part } from "../dom.js";
import * as format from "../format.js";
import { table } from "../table.js";

const PARTS = [
  { name: "compute", colour: "c0", key: "compute_ps" },
  { name: "exposed communication", colour: "c1", key: "exposed_comm_ps" },
  { name: "bubble", colour: "rest", key: "bubble_ps" },
];
const MEANS = {
  links: "links by turns of rounds",
  circuit: "circuits with headers, guards and decisions",
  stack: "circuits in a stack's order",
  packet: "packets with headers, queues and DCQCN",
};

const nameOf = (row) => [row.engine, row.detail, row.hbm && `memory ${row.hbm}`, row.scheduler].filter(Boolean).join(", ");
const signed = (share) => `${share > 0 ? "+" : ""}${format.percent(share)}`;
const partsOf = (row) => (row.compute_ps === undefined || row.compute_ps === null ? null : PARTS.map(({ key }) => row[key]));

/** What is simulated on a rung, from its own columns. */
const simulated = (row) =>
  [
    { analytic: "closed forms", event: "messages as events", astra: "ASTRA-sim's answer" }[row.engine] ?? "clocks of every NPU",
    MEANS[row.detail] ?? row.detail,
    row.hbm && "memory that computation and network share",
    row.scheduler === "rtl" && "decided by RTL",
    row.scheduler === "software" && "decided by software",
  ]
    .filter(Boolean)
    .join("; ");

/** Of the difference in time to `base`, the part that moved most. */
export function reason(row, base) {
  const own = partsOf(row),
    other = partsOf(base);
  if (!own || !other || row === base) return "";
  const moved = PARTS.map(({ name }, k) => ({ name, ps: own[k] - other[k] })).sort((a, b) => Math.abs(b.ps) - Math.abs(a.ps))[0];
  return moved.ps === 0 ? "no part differs" : `${moved.name} ${moved.ps > 0 ? "+" : "-"}${format.time(Math.abs(moved.ps))}`;
}

function jobPart(rows) {
  const ran = rows.filter((row) => typeof row.time_ps === "number"),
    refused = rows.filter((row) => row.refused);
  if (ran.length === 0) return [el("p", { class: "answer" }, "No rung runs the job."), refusedTable(refused)];
  const base = ran[ran.length - 1],
    span = ran.map((row) => row.time_ps / base.time_ps - 1);
  const widest = ran[span.reduce((at, one, k) => (Math.abs(one) > Math.abs(span[at]) ? k : at), 0)];
  const why = reason(widest, base);
  const orders = [
    ["fidelity", null],
    ["time", (row) => row.time_ps],
    ["difference", (row) => -Math.abs(row.time_ps / base.time_ps - 1)],
    ["wall time", (row) => row.wall_s ?? 0],
  ];
  const box = el("div");
  const line = (row) => ({
    name: nameOf(row),
    values: partsOf(row) ?? [row.time_ps, 0, 0],
    text: `${format.time(row.time_ps)}, ${row === base ? "most detailed" : signed(row.time_ps / base.time_ps - 1)}`,
    lines: [
      nameOf(row),
      simulated(row),
      `${format.time(row.time_ps)}, ${signed(row.time_ps / base.time_ps - 1)} to the most detailed`,
      ...PARTS.filter(() => partsOf(row)).map(({ name, key }) => `${name} ${format.time(row[key])}`),
      reason(row, base),
      row.wall_s === undefined ? "" : `computed in ${format.time(row.wall_s * 1e12)}`,
    ].filter(Boolean),
  });
  const draw = (k) => {
    const by = orders[k][1],
      sorted = by ? [...ran].sort((a, b) => by(a) - by(b)) : ran;
    const known = ran.some(partsOf);
    const walls = ran.some((row) => row.wall_s > 0);
    box.replaceChildren(
      el("h3", {}, "What each rung answers"),
      bars({
        label: "time of each rung",
        parts: known ? PARTS : [{ name: "time", colour: "c0" }, PARTS[1], PARTS[2]].slice(0, known ? 3 : 1),
        rows: sorted.map((row) => (known ? line(row) : { ...line(row), values: [row.time_ps] })),
        show: format.time,
      }),
      ...(walls
        ? [
            el("h3", {}, "What it took this machine"),
            bars({
              label: "wall time of each rung",
              parts: [{ name: "wall time", colour: "c3" }],
              rows: sorted.map((row) => ({ name: nameOf(row), values: [row.wall_s ?? 0], text: format.time((row.wall_s ?? 0) * 1e12) })),
              show: (v) => format.time(v * 1e12),
            }),
          ]
        : []),
    );
  };
  draw(0);
  const explained = ran.map((row) => ({
    rung: nameOf(row),
    time_ps: row.time_ps,
    "to the most detailed": row === base ? "-" : signed(row.time_ps / base.time_ps - 1),
    "most of it": reason(row, base) || "-",
    "to events": typeof row.difference === "number" ? signed(row.difference) : "",
    wall: row.wall_s === undefined ? "" : format.time(row.wall_s * 1e12),
    simulates: simulated(row),
  }));
  return [
    el(
      "p",
      { class: "answer" },
      widest === base
        ? `${format.number(ran.length)} of ${format.number(rows.length)} rungs run the job, and all say ${format.time(base.time_ps)}.`
        : `The most detailed rung that runs, ${nameOf(base)}, says ${format.time(base.time_ps)}; ` +
            `${nameOf(widest)} is furthest from it, by ${signed(widest.time_ps / base.time_ps - 1)}${why ? ` (${why})` : ""}.`,
    ),
    el(
      "div",
      { class: "facts" },
      fact(format.time(base.time_ps), "most detailed"),
      fact(signed(widest.time_ps / base.time_ps - 1), "largest difference"),
      fact(`${ran.length} of ${rows.length}`, "rungs run"),
    ),
    el(
      "div",
      { class: "tools" },
      choice(
        "order by",
        orders.map(([name]) => name),
        0,
        draw,
      ),
    ),
    box,
    el("h3", {}, "Where they differ"),
    table(explained),
    refusedTable(refused),
  ];
}

const refusedTable = (rows) =>
  rows.length > 0 ? el("div", {}, el("h3", {}, "Rungs that do not run"), table(rows.map((row) => ({ rung: nameOf(row), why: row.refused })))) : "";

export const ladderView = {
  id: "ladder",
  title: "Ladder",
  fits: (doc) => commandOf(doc) === "ladder" && rowsOfKind(doc, "rung").length > 0,
  draw(root, app, doc) {
    const rungs = rowsOfKind(doc, "rung"),
      jobs = [...new Set(rungs.map((row) => row.job))];
    for (const job of jobs) root.append(part(`The ladder of ${job}`, ...jobPart(rungs.filter((row) => row.job === job))));
  },
};
