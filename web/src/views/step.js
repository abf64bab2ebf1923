// SPDX-License-Identifier: Apache-2.0
// A step: where its time went, and every operation of it over time.
import { bars, legend } from "../bars.js";
import { command } from "../command.js";
import { commandOf, rowsOf, rowsOfKind } from "../data.js";
import { choice, el, fact, part, say } from "../dom.js";
import * as format from "../format.js";
import { pathBound, pipelineStep } from "../laws.js";
import { sliders } from "../sliders.js";
import { readTimeline, spanChart } from "../spans.js";
import { table } from "../table.js";
import { save, tracePieces } from "../trace.js";

const KINDS = [
  { name: "forward", colour: "c0" },
  { name: "backward", colour: "c2" },
  { name: "update", colour: "c3" },
  { name: "other computation", colour: "c5" },
  { name: "communication", colour: "c4" },
  { name: "exposed communication", colour: "c1" },
  { name: "bubble", colour: "rest" },
  { name: "other", colour: "grey" },
  { name: "receive that waits for its message", colour: "line" },
];
const PARTS = [
  { name: "compute", colour: "c0" },
  { name: "exposed communication", colour: "c1" },
  { name: "bubble", colour: "rest" },
];
const WHY = {
  start: "nothing was before it",
  stream: "the operation before it in its stream had ended",
  dependency: "what it depends on had ended",
  message: "its message was sent",
  network: "another collective had left the network",
};

const isReceive = (data, k) => /^receives/.test(data.lanes[data.spans.lane[k]].name);
const partsOf = (row) => [row.compute_ps, row.exposed_comm_ps, row.bubble_ps];

/** The place in KINDS of each span. */
function kindsOf(data) {
  const phases = data.details.map((one) =>
    ["forward", "backward", "update"].indexOf({ prefill: "forward", decode: "forward" }[one.phase] ?? one.phase),
  );
  const byName = data.names.map((name) => (name === "bubble" ? 6 : 5));
  return Uint8Array.from(data.spans.category, (category, k) => {
    const of = data.categories[category],
      lane = data.lanes[data.spans.lane[k]].name;
    if (of === "wait") return byName[data.spans.name[k]];
    if (isReceive(data, k)) return 8;
    if (of === "communication" || /\bwire$/.test(lane)) return 4;
    const phase = phases[data.spans.detail[k]] ?? -1;
    return phase >= 0 ? phase : of === "compute" || /\bcompute$/.test(lane) ? 3 : 7;
  });
}

/** Backwards from the last end, the latest span that ended before: a mask, for timelines that do not say their path. */
export function chainOf(data) {
  const order = Int32Array.from(data.to.keys()).filter((k) => data.to[k] > data.from[k] && data.categories[data.spans.category[k]] !== "wait");
  order.sort((a, b) => data.to[a] - data.to[b] || data.from[b] - data.from[a]);
  const chain = new Uint8Array(data.to.length);
  let high = order.length;
  while (high > 0) {
    const k = order[high - 1];
    chain[k] = 1;
    let low = 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (data.to[order[middle]] <= data.from[k]) low = middle + 1;
      else high = middle;
    }
  }
  return chain;
}

/** The critical path of the program where the timeline has it, else of chainOf(); with what is on it. */
function pathOf(data) {
  const told = data.details.map((one) => one.critical !== undefined);
  const says = told.some(Boolean);
  const mask = says ? Uint8Array.from(data.spans.detail, (at) => (at >= 0 && told[at] ? 1 : 0)) : chainOf(data);
  const sum = { compute: 0, communication: 0 };
  mask.forEach((on, k) => {
    // A receive lies open while its message is made: the send on the path has its time.
    if (on && !isReceive(data, k))
      sum[data.categories[data.spans.category[k]] === "compute" ? "compute" : "communication"] += data.to[k] - data.from[k];
  });
  return { mask, says, ...sum };
}

/** What is known of a span: its operation, law, bytes, and its share of the peak. */
function aboutSpan(data, doc, path, k) {
  const { critical, from_ps: _f, to_ps: _t, track: _k, ...detail } = data.details[data.spans.detail[k]] ?? {};
  const time = data.to[k] - data.from[k],
    seconds = time / 1e12,
    name = data.names[data.spans.name[k]];
  const lines = [
    ["operation", name],
    ["lane", `${data.lanes[data.spans.lane[k]].group}, ${data.lanes[data.spans.lane[k]].name}`],
    ["time", `${format.time(time)}, from ${format.time(data.from[k])} to ${format.time(data.to[k])}`],
  ];
  const { flops, bytes, ...rest } = detail;
  for (const [key, value] of Object.entries(rest)) lines.push([format.words(key), format.cell(key, value)]);
  const config = doc.results[0]?.result.config?.system;
  if (flops !== undefined) {
    const operation = rowsOfKind(doc, "operation").find((row) => row.share_of_peak > 0);
    const share = operation && flops / seconds / (operation.flops_per_s / operation.share_of_peak);
    const rate = time > 0 ? `, ${format.count(flops / seconds)}FLOP/s` : "";
    lines.push(["operations", `${format.count(flops)}FLOP${rate}${rate && share ? `, ${format.percent(share)} of the peak` : ""}`]);
  }
  if (bytes !== undefined)
    lines.push([
      flops === undefined ? "bytes of an NPU" : "bytes of memory",
      `${format.size(bytes)}${time > 0 ? `, ${format.size(bytes / seconds)}/s` : ""}`,
    ]);
  const npu = config?.npu;
  if (flops !== undefined && npu)
    lines.push([
      "law",
      npu.device ? `kernels as measured on ${npu.device}` : `the longer of operations at ${npu.peak} and bytes at ${npu.memory_bandwidth}`,
    ]);
  const ways = rowsOfKind(doc, "collective").filter(
    (row) => row.operation.split("+").includes(name) && (detail.among === undefined || (row.axes === detail.among && row.kind === detail.collective)),
  );
  const way = ways.find((row) => row.bytes === bytes) ?? ways[0];
  if (flops === undefined && way)
    lines.push(["law", `${way.kind} among ${format.number(way.members)} along ${way.axes}${way.way ? `: ${way.way}` : ""}`]);
  if (critical !== undefined) lines.push(["critical path", `it began when ${WHY[critical] ?? critical}`]);
  else if (path.mask[k]) lines.push(["chain", "it is on the chain that is shown"]);
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": "the operation" },
    el(
      "table",
      { class: "lines" },
      el("tbody", {}, ...lines.map(([key, value]) => el("tr", {}, el("th", { scope: "row" }, key), el("td", {}, value)))),
    ),
  );
}

/** One timeline with its search, its critical path and what was clicked. */
function timelinePart(doc, raw) {
  const data = readTimeline(raw),
    kinds = kindsOf(data),
    path = pathOf(data);
  const shown = el("div", { class: "span-about" }, el("p", { class: "soft" }, "A click on an operation shows its law and its bytes."));
  const counted = el("span", { class: "soft", role: "status" });
  const texts = new Map(); // made when they are asked for: there may be 50,000
  const textOf = (at) => {
    if (!texts.has(at))
      texts.set(
        at,
        Object.entries(data.details[at] ?? {})
          .map(([key, value]) => `${format.words(key)} ${value}`)
          .join(", ")
          .toLowerCase(),
      );
    return texts.get(at);
  };
  const words = { text: "", critical: false };
  const chart = spanChart(data, {
    label: `Timeline ${data.file} of ${format.number(data.lanes.length)} lanes`,
    kind: (k) => kinds[k],
    colours: KINDS.map((one) => one.colour),
    describe: (k) =>
      [
        data.names[data.spans.name[k]],
        textOf(data.spans.detail[k]),
        `${format.time(data.to[k] - data.from[k])} from ${format.time(data.from[k])}`,
      ].filter(Boolean),
    chosen: (k) => shown.replaceChildren(el("h3", {}, "Operation"), aboutSpan(data, doc, path, k)),
  });
  const look = () => {
    const asked = words.text.toLowerCase().trim();
    if (!asked && !words.critical) return (chart.find(null), (counted.textContent = ""));
    const names = data.names.map((name) => name.toLowerCase().includes(asked)),
      about = data.details.map((_, at) => asked !== "" && textOf(at).includes(asked));
    let time = 0;
    const test = (k) => {
      const hit = (!words.critical || path.mask[k] === 1) && (!asked || names[data.spans.name[k]] || (about[data.spans.detail[k]] ?? false));
      if (hit) time += data.to[k] - data.from[k];
      return hit;
    };
    const count = chart.find(test, words.critical);
    counted.textContent = `${format.number(count)} of ${format.number(data.spans.lane.length)} spans, ${format.time(time)} in all`;
    say(counted.textContent);
  };
  const search = el("input", {
    type: "search",
    placeholder: "qkv, layer 3, all-reduce …",
    "aria-label": "search the spans",
    oninput: () => ((words.text = search.value), look()),
  });
  const what = path.says
    ? "Critical path: each operation began when the one before it let it."
    : "Chain: backwards from the last end, the latest span that ended before.";
  const toggle = el("input", { type: "checkbox", "data-key": "critical", onchange: () => ((words.critical = toggle.checked), look()) });
  const used = KINDS.filter((_, at) => kinds.includes(at));
  const box = el(
    "div",
    {},
    el(
      "div",
      { class: "tools" },
      search,
      el("label", {}, toggle, path.says ? " critical path alone" : " longest chain alone"),
      counted,
      el("button", { onclick: () => save("timeline.json", tracePieces(data)), title: "for https://ui.perfetto.dev" }, "save for Perfetto"),
    ),
    legend(used),
    chart.box,
    el("p", { class: "soft" }, what, data.left_out > 0 ? ` ${format.number(data.left_out)} shorter spans are left out.` : ""),
    shown,
  );
  return { box, path, data, find: (text) => ((search.value = words.text = text), look(), box.scrollIntoView({ block: "nearest" })) };
}

/** Between the last backward passes of a stage whose passes all follow at one distance; else 0. */
function periodOf(data) {
  const ends = new Map();
  const lane = data.lanes.findIndex((one) => one.name === "compute");
  for (let k = data.first[lane] ?? 0; k < (data.first[lane + 1] ?? 0); ++k) {
    const about = data.details[data.spans.detail[k]];
    if (about?.phase === "backward" && about.micro_batch >= 0) ends.set(about.micro_batch, Math.max(ends.get(about.micro_batch) ?? 0, data.to[k]));
  }
  const sorted = [...ends].sort(([a], [b]) => a - b).map(([, end]) => end),
    apart = sorted.slice(1).map((end, k) => end - sorted[k]);
  const last = apart[apart.length - 1] ?? 0;
  return apart.length > 1 && apart.every((one) => Math.abs(one - last) < 1e-6 * last) ? last : 0;
}

/** More micro-batches of one forward, one backward, where its period is known. */
function microBatches(app, doc, step, period) {
  const stages = Number(/\bpp=(\d+)/.exec(step.parallel)?.[1] ?? 1),
    m = step.micro_batches;
  if (stages < 2 || m < stages || period <= 0 || /interleaved|schedule=/.test(step.parallel) || !/micro_batches=\d+/.test(step.parallel)) return "";
  const about = el("p", { class: "answer" }),
    again = el("div");
  const show = ({ count }) => {
    const now = Math.round(count),
      time = pipelineStep({ time: step.time_ps, microBatches: m, period }, now);
    const rate = (step.tokens_per_s * now * step.time_ps) / (m * time);
    about.textContent = `With ${format.number(now)} micro-batches the step takes ${format.time(time)}, at ${format.number(rate)} tokens/s.`;
    about.dataset.ps = String(time);
    again.replaceChildren(
      command(
        app,
        doc,
        { "--batch": String((step.batch / m) * now), "--parallel": step.parallel.replace(/micro_batches=\d+/, `micro_batches=${now}`) },
        () => app.reload(),
      ),
    );
  };
  show({ count: m });
  return part(
    "More micro-batches",
    about,
    sliders([{ key: "count", label: "micro-batches", value: m, low: m, high: m * 32, show: (v) => format.number(Math.round(v)) }], show),
    el("p", { class: "soft" }, `One forward, one backward: each further micro-batch adds ${format.time(period)}, as between those that ran.`),
    again,
  );
}

/** At most how fast: what follows from the critical path. */
function whatIf(step, path) {
  const about = el("p", { class: "answer" });
  const show = ({ kernels, network }) => {
    const time = pathBound({ time: step.time_ps, compute: path.compute, communication: path.communication }, { kernels, network });
    about.textContent =
      kernels === 1 && network === 1
        ? `On the critical path are ${format.time(path.compute)} of computation and ${format.time(path.communication)} of communication.`
        : `The step would take ${format.time(time)} at least, so it gains ${format.percent(1 - time / step.time_ps)} at most.`;
    about.dataset.ps = String(time);
  };
  show({ kernels: 1, network: 1 });
  const times = (v) => `${format.number(v)} x`;
  return part(
    "What if",
    about,
    sliders(
      [
        { key: "network", label: "network", value: 1, low: 1, high: 64, show: times },
        { key: "kernels", label: "kernels", value: 1, low: 1, high: 64, show: times },
      ],
      show,
    ),
    el("p", { class: "soft" }, "A bound: faster parts shorten the critical path; another path may then be the longest."),
  );
}

export const stepView = {
  id: "step",
  title: "Step",
  fits: (doc) => rowsOfKind(doc, "step").length > 0 || (doc.timelines.length > 0 && !["serve", "simulate"].includes(commandOf(doc))),
  draw(root, app, doc) {
    const [step] = rowsOfKind(doc, "step"),
      answer = doc.results[0]?.result.answer ?? "",
      [first] = rowsOfKind(doc, "finding");
    const box = el("div"),
      parts = [];
    const says = [...answer.split("\n"), first && `${first.finding} ${first.remedy}`].filter(Boolean);
    const traced = rowsOfKind(doc, "traced");
    if (step) {
      const share = (ps) => format.percent(ps / step.time_ps);
      root.append(
        part(
          "Where the time went",
          ...says.map((line, k) => el("p", k === 0 ? { class: "answer" } : {}, line)),
          el(
            "div",
            { class: "facts" },
            fact(format.time(step.time_ps), "step"),
            fact(format.percent(step.mfu), "MFU"),
            fact(share(step.exposed_comm_ps), "exposed communication"),
            fact(share(step.bubble_ps), "bubble"),
            fact(format.number(step.tokens_per_s), "tokens/s"),
            fact(format.size(step.memory_largest_bytes ?? step.memory_bytes), "of the fullest NPU"),
          ),
          stagesOf(doc, step),
        ),
      );
    } else if (says.length > 0 || traced.length > 0) {
      root.append(
        part(
          "Where the time went",
          ...says.map((line) => el("p", { class: "answer" }, line)),
          traced.length > 0 ? table(traced.map(({ row_kind: _, ...row }) => row)) : "",
        ),
      );
    }
    const place = (k) => {
      const drawn = timelinePart(doc, doc.timelines[k]);
      box.replaceChildren(drawn.box);
      parts[0] = drawn;
      return drawn;
    };
    if (doc.timelines.length > 0) {
      const at = Math.max(
          0,
          doc.timelines.findIndex((one) => one.file === "timeline.json"),
        ),
        drawn = place(at);
      root.append(
        part(
          "Every operation over time",
          doc.timelines.length > 1
            ? el(
                "div",
                { class: "tools" },
                choice(
                  "timeline",
                  doc.timelines.map((one) => one.file),
                  at,
                  place,
                ),
              )
            : "",
          box,
        ),
      );
      if (step && drawn.path.says && drawn.path.compute + drawn.path.communication <= step.time_ps * 1.000001 && drawn.path.compute > 0)
        root.append(whatIf(step, drawn.path), microBatches(app, doc, step, periodOf(drawn.data)));
    }
    const find = (row) => parts[0]?.find(row.operation.split("+")[0]);
    for (const [kind, title, keys] of [
      ["operation", "Operations", ["operation", "phase", "count", "total_ps", "critical_ps", "flops_per_s", "share_of_peak"]],
      ["collective", "Collectives", ["operation", "axes", "kind", "way", "members", "bytes", "count", "each_ps", "total_ps", "exposed_ps"]],
      ["change", "What changes would give", ["change", "time_ps", "gain"]],
    ]) {
      const rows = rowsOfKind(doc, kind);
      if (rows.length > 0) root.append(part(title, table(rows, kind === "change" ? { keys } : { keys, chosen: find })));
    }
    if (root.children.length === 0) root.append(el("p", {}, `${format.number(rowsOf(doc).length)} rows, and no timeline.`));
  },
};

/** A bar of the step, and one of each stage. */
function stagesOf(doc, step) {
  const classes = rowsOfKind(doc, "class").slice(0, 64);
  const row = (name, one, time) => ({ name, values: partsOf(one), text: format.time(time) });
  const rows = [
    row("mean", step, step.time_ps),
    ...(classes.length > 1
      ? classes.map((one) =>
          row(
            `stage ${one.stage}`,
            one,
            partsOf(one).reduce((a, b) => a + b, 0),
          ),
        )
      : []),
  ];
  return bars({
    label: "parts of the step",
    parts: PARTS,
    rows,
    most: step.time_ps,
    show: (ps) => `${format.time(ps)} (${format.percent(ps / step.time_ps)})`,
  });
}
