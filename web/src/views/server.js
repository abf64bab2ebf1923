// SPDX-License-Identifier: Apache-2.0
// A server: load against latency, requests and steps over time, fronts of batches. Charts share their pointer.
import { bars, legend } from "../bars.js";
import { command } from "../command.js";
import { commandOf, csv, rowsIn } from "../data.js";
import { el, fact, part } from "../dom.js";
import * as format from "../format.js";
import { lines } from "../lines.js";
import { sliders } from "../sliders.js";
import { readTimeline, spanChart } from "../spans.js";
import { table } from "../table.js";

const BINS = 600;
const UNITS = { ps: 1, ns: 1e3, us: 1e6, ms: 1e9, s: 1e12 };
const STEPS = [
  { name: "decode", colour: "c0" },
  { name: "prefill", colour: "c1" },
  { name: "both", colour: "c3" },
];

/** "ttft=2 s,tpot=50 ms,p=0.9" as picoseconds of each limit. @param {string} slo */
export const limitsOf = (slo) =>
  Object.fromEntries([...String(slo ?? "").matchAll(/(\w+)=([\d.]+) ?(ps|ns|us|ms|s)\b/g)].map(([, key, value, unit]) => [key, value * UNITS[unit]]));

/** Rows of one kind of the answer; a sweep's folder has the same ones twice. */
const rowsOfAnswer = (doc, kind) => rowsIn(doc.results[0]?.result ?? {}).filter((row) => (row.row_kind ?? "") === kind);
const perSecond = (v) => `${format.number(v)} /s`;
const without = ({ row_kind: _, ...row }) => row;
const seconds = (v) => `${format.number(v)} s`;

/** Series of one figure over rates: of each group of rows, on one axis of all rates; limits are dashed. */
function overRates(groups, picks, limit) {
  const x = [...new Set([...groups.values()].flat().map((row) => row.rate_per_s))].sort((a, b) => a - b);
  const series = [...groups].flatMap(([name, rows]) =>
    picks.map(({ key, words, dash }) => ({
      name: [groups.size > 1 ? name : "", words].filter(Boolean).join(" "),
      dash,
      gaps: groups.size > 1,
      values: x.map((rate) => rows.find((row) => row.rate_per_s === rate)?.[key] ?? null),
    })),
  );
  return { x, series: limit ? [...series, { name: "limit", dash: [3, 4], values: x.map(() => limit) }] : series };
}

/** Load against latency. */
function loadPart(app, doc, load, capacities) {
  const groups = Map.groupBy
    ? Map.groupBy(load, (row) => row.sweep_point ?? row.system ?? "")
    : load.reduce((all, row) => {
        const key = row.sweep_point ?? row.system ?? "";
        return all.set(key, [...(all.get(key) ?? []), row]);
      }, new Map());
  const limits = limitsOf(capacities[0]?.slo),
    one = groups.size === 1;
  const marks =
    one && capacities[0]
      ? [
          { at: capacities[0].max_rate_per_s, name: "largest in the limits" },
          { at: capacities[0].knee_per_s, name: "knee" },
        ].filter((mark) => mark.at > 0)
      : [];
  const chart = (label, picks, y, limit) => {
    const { x, series } = overRates(groups, picks, limit);
    return lines({
      label,
      sync: "rate",
      x: { name: "requests a second", values: x, show: format.number },
      y,
      series,
      marks,
      height: 250,
      hovered: (k) => k !== null && at(x[k]),
    });
  };
  const of = (word) => [
    { key: `${word}_p50_ps`, words: "P50", dash: one ? undefined : [6, 4] },
    { key: `${word}_p99_ps`, words: "P99" },
  ];
  const charts = [
    ["Time to the first token", chart("TTFT against rate", of("ttft"), { name: "TTFT", show: format.time, log: true }, limits.ttft)],
    ["Time per output token", chart("TPOT against rate", of("tpot"), { name: "TPOT", show: format.time }, limits.tpot)],
    [
      "Within the limits, and use",
      chart(
        "shares against rate",
        [
          ["good_share", "in limits"],
          ["most_kv_share", "cache in use"],
          ["mfu", "MFU"],
        ]
          .filter(([key], k) => (one || k === 0) && load.some((row) => row[key] !== undefined))
          .map(([key, words]) => ({ key, words })),
        { name: "share", show: format.percent },
      ),
    ],
    [
      "Tokens, and the batch",
      chart("tokens a second against rate", [{ key: "tokens_per_s", words: "tokens/s" }], { name: "tokens/s", show: format.number }),
    ],
  ];
  if (load.some((row) => row.output_tokens_per_step !== undefined)) {
    charts.push([
      "Batch",
      chart("batch against rate", [{ key: "output_tokens_per_step", words: "output tokens a step" }], {
        name: "tokens of a step",
        show: format.number,
      }),
    ]);
    charts[3][0] = "Tokens";
  }
  const rates = [...new Set(load.map((row) => row.rate_per_s))].sort((a, b) => a - b);
  const facts = el("div", { class: "facts" }),
    again = el("div"),
    words = el("output", {});
  const input = el("input", {
    type: "range",
    min: 0,
    max: rates.length - 1,
    "data-key": "rate",
    "aria-label": "requests a second, of those that were run",
    oninput: () => choose(Number(input.value)),
  });
  const at = (rate) => {
    const rows = load.filter((row) => row.rate_per_s === rate),
      row = rows[0];
    if (!row) return;
    input.value = String(rates.indexOf(rate));
    words.textContent = perSecond(rate);
    input.setAttribute("aria-valuetext", words.textContent);
    facts.replaceChildren(
      ...[
        [format.time(row.ttft_p50_ps), "TTFT, median"],
        [format.time(row.ttft_p99_ps), "TTFT, P99"],
        [format.time(row.tpot_p50_ps), "TPOT, median"],
        [format.time(row.tpot_p99_ps), "TPOT, P99"],
        [format.percent(row.good_share), "in the limits"],
        [format.number(row.tokens_per_s), "tokens/s"],
        [row.queue_grows ? "grows" : "holds", "the queue"],
      ].map(([value, name]) => fact(value, name)),
    );
    again.replaceChildren(command(app, doc, { "--rate": `${Number(rate.toPrecision(4))} /s` }, (said) => app.reload(said)));
  };
  const choose = (k) => {
    at(rates[k]);
    charts.forEach(([, one]) => one.point?.(k));
  };
  const start = rates.indexOf(load.find((row) => /largest/.test(row.mark ?? ""))?.rate_per_s ?? rates[0]);
  input.value = String(Math.max(start, 0));
  at(rates[Math.max(start, 0)]);
  return [
    part("Load against latency", el("div", { class: "pair" }, ...charts.map(([title, one]) => el("div", {}, el("h3", {}, title), one.box)))),
    part(
      "At one rate",
      el("label", { class: "slider" }, el("span", {}, "requests/s"), input, words),
      facts,
      el("p", { class: "soft" }, "Nothing is interpolated: these rates were run. The command has the requests of one over time."),
      again,
    ),
  ];
}

/** Time-weighted means of what steps say, instances added up. @param {any} data of readTimeline() */
export function binned(data, count = BINS) {
  const width = data.end / count,
    keys = ["decodes", "prompt_tokens", "waiting", "blocks"];
  const out = {
    x: Array.from({ length: count }, (_, b) => ((b + 0.5) * width) / 1e12),
    most: 0,
    ...Object.fromEntries(keys.map((key) => [key, new Array(count).fill(0)])),
  };
  data.spans.detail.forEach((at, k) => {
    const step = data.details[at];
    if (step?.decodes === undefined) return;
    out.most = Math.max(out.most, step.blocks ?? 0);
    for (let b = Math.floor(data.from[k] / width); b < count && b * width < data.to[k]; ++b) {
      const share = (Math.min(data.to[k], (b + 1) * width) - Math.max(data.from[k], b * width)) / width;
      for (const key of keys) out[key][b] += (step[key] ?? 0) * share;
    }
  });
  return out;
}

/** Requests and steps over time. */
function timePart(doc, row) {
  const parts = [],
    limits = limitsOf(row?.slo ?? /--slo '?([^']+)/.exec(doc.results[0]?.result.command_line ?? "")?.[1]);
  const file = doc.tables.find((one) => one.file === "requests.csv"),
    raw = doc.timelines.find((one) => one.file === "timeline.json");
  const x = (values) => ({ name: "time", values, show: seconds });
  const draw = (title, label, values, y, series) =>
    parts.push(el("div", {}, el("h3", {}, title), lines({ label, sync: "time", x: x(values), y, series, height: 220 }).box));
  if (file) {
    const requests = csv(file.text)
      .map((one) => Object.fromEntries(Object.entries(one).map(([key, value]) => [key, Number(value)])))
      .filter((one) => Number.isFinite(one.arrival_s))
      .sort((a, b) => a.arrival_s - b.arrival_s);
    const times = requests.map((one) => one.arrival_s);
    for (const [key, word, name] of [
      ["ttft_ps", "ttft", "Time to the first token of each request"],
      ["tpot_ps", "tpot", "Time per output token of each request"],
    ]) {
      const series = [
        { name: word.toUpperCase(), values: requests.map((one) => (Number.isFinite(one[key]) ? one[key] : null)), points: true, small: true },
      ];
      if (limits[word]) series.push({ name: "limit", dash: [3, 4], values: times.map(() => limits[word]) });
      draw(name, `${word.toUpperCase()} of each request by its arrival`, times, { name: word.toUpperCase(), show: format.time }, series);
    }
  }
  let steps = "";
  if (raw) {
    const data = readTimeline(raw),
      bins = binned(data);
    const single = data.lanes.length === 1 && row?.most_kv_bytes > 0 && bins.most > 0 && !/dp/.test(row.layout ?? "");
    const bytes = single ? row.most_kv_bytes / bins.most : 0;
    draw("What a step is made of", "sequences that decode and requests that wait, over time", bins.x, { name: "sequences", show: format.number }, [
      { name: "decode", values: bins.decodes },
      { name: "wait", values: bins.waiting },
    ]);
    draw("Prompt tokens in a step", "prompt tokens of a step, over time", bins.x, { name: "tokens", show: format.number }, [
      { name: "prompt tokens", values: bins.prompt_tokens },
    ]);
    draw(
      "Keys and values in use",
      "keys and values in use over time",
      bins.x,
      { name: bytes ? "bytes" : "blocks", show: bytes ? format.size : format.number },
      [{ name: "in use", values: bytes ? bins.blocks.map((count) => count * bytes) : bins.blocks }],
    );
    const kinds = data.details.map((one) => (one.decodes > 0 && one.prompt_tokens > 0 ? 2 : one.prompt_tokens > 0 ? 1 : 0));
    const text = (at) => Object.entries(data.details[at] ?? {}).map(([key, value]) => `${format.words(key)} ${format.number(value)}`);
    steps = part(
      "Every step",
      legend(STEPS),
      spanChart(data, {
        label: "Steps of each instance",
        colours: STEPS.map((one) => one.colour),
        kind: (k) => kinds[data.spans.detail[k]] ?? 0,
        describe: (k) => [
          data.names[data.spans.name[k]],
          ...text(data.spans.detail[k]),
          `${format.time(data.to[k] - data.from[k])} from ${format.time(data.from[k])}`,
        ],
      }).box,
    );
  }
  return parts.length > 0 ? [part("Over time", el("div", { class: "pair" }, ...parts)), steps].filter(Boolean) : [];
}

/** Tokens/s of a user against those of an NPU: a front, and what it beats. */
function frontPart(batches) {
  const sorted = [...batches].sort((a, b) => a.tokens_per_s_per_user - b.tokens_per_s_per_user);
  const names = [...new Set(batches.map((row) => `${row.system} ${row.precision}`))];
  const of = (test) => sorted.map((row) => (test(row) ? row.tokens_per_s_per_npu : null));
  const told = el("p", { class: "soft", role: "status" }, "A point says what it is.");
  const name = (row) =>
    [
      `${row.system}, ${row.precision}, tp ${row.tp}, pp ${row.pp}, batch ${row.batch}: ${format.number(row.tokens_per_s_per_user)} tokens/s of a user`,
      `${format.number(row.tokens_per_s_per_npu)} of an NPU, first token after ${format.time(row.ttft_ps)}${row.pareto ? ", on the front" : ""}`,
    ].join(", ");
  const chart = lines({
    label: "tokens a second of an NPU against those of a user",
    x: { name: "tokens/s of a user", values: sorted.map((row) => row.tokens_per_s_per_user), show: format.number },
    y: { name: "tokens/s of an NPU", show: format.number },
    height: 340,
    hovered: (k) => k !== null && (told.textContent = name(sorted[k])),
    series: [
      ...names.map((one) => ({ name: `front of ${one}`, values: of((row) => row.pareto && `${row.system} ${row.precision}` === one), gaps: true })),
      ...(sorted.some((row) => !row.pareto) ? [{ name: "others", values: of((row) => !row.pareto), points: true }] : []),
    ],
  });
  return part("Front of batches", chart.box, told);
}

const KEYS = [
  "system",
  "sweep_point",
  "precision",
  "tp",
  "pp",
  "dp",
  "ep",
  "batch",
  "pareto",
  "ttft_ps",
  "tpot_ps",
  "time_ps",
  "tokens_per_s",
  "tokens_per_s_per_npu",
  "tokens_per_s_per_user",
  "mfu",
  "memory_bytes",
  "energy_per_token_j",
];

/** Facts of one row: of traffic, or of a batch. */
const factsOf = (row) =>
  el(
    "div",
    { class: "facts" },
    ...[
      [row.ttft_p50_ps ?? row.ttft_ps, "TTFT", format.time],
      [row.ttft_p99_ps, "TTFT, P99", format.time],
      [row.tpot_p50_ps ?? row.tpot_ps, "TPOT", format.time],
      [row.tpot_p99_ps, "TPOT, P99", format.time],
      [row.requests_per_s, "requests/s", format.number],
      [row.good_share, "in the limits", format.percent],
      [row.tokens_per_s, "tokens/s", format.number],
      [row.mfu, "MFU", format.percent],
      [row.most_kv_bytes, `keys and values at most, of ${format.size(row.kv_capacity_bytes ?? 0)}`, format.size],
      [row.batch, "batch", format.number],
      [row.energy_per_token_j, "J/token", format.number],
    ]
      .filter(([value]) => typeof value === "number")
      .map(([value, name, show]) => fact(show(value), name)),
  );

export const serverView = {
  id: "server",
  title: "Server",
  fits: (doc) => commandOf(doc) === "serve" && rowsIn(doc.results[0].result).length > 0,
  draw(root, app, doc) {
    const of = (kind) => rowsOfAnswer(doc, kind),
      [load, capacity, traffic, batches, layouts] = ["load", "capacity", "traffic", "batch", "layout"].map(of);
    const answer = (doc.results[0].result.answer ?? "").split("\n").filter(Boolean);
    const limits =
      capacity.length === 1 ? el("p", { class: "soft" }, `Limits${capacity[0].slo_assumed ? ", assumed" : ""}: ${capacity[0].slo}.`) : "";
    root.append(
      part(
        "Answer",
        ...answer.map((line, k) => el("p", k === 0 ? { class: "answer" } : {}, line)),
        limits,
        ...(traffic.length === 1 ? [factsOf(traffic[0])] : batches.length === 1 ? [factsOf(batches[0])] : []),
      ),
    );
    const known = load.filter((row) => row.rate_per_s > 0);
    if (known.length > 0) root.append(...loadPart(app, doc, known, capacity));
    if (layouts.length > 0) {
      const rows = [...layouts]
        .sort((a, b) => (b.max_rate_per_s ?? 0) - (a.max_rate_per_s ?? 0))
        .map((row) => ({
          name: row.layout,
          values: [row.max_rate_per_s ?? 0],
          text: row.max_rate_per_s ? perSecond(row.max_rate_per_s) : "no rate",
          lines: [
            row.layout,
            `${format.number(row.npus)} NPUs`,
            `largest rate ${row.max_rate_per_s ? perSecond(row.max_rate_per_s) : "none"}`,
            `knee ${perSecond(row.knee_per_s)}`,
          ],
        }));
      root.append(
        part(
          "Layouts",
          bars({
            label: "largest rate of each layout",
            parts: [{ name: "requests a second within the limits", colour: "c0" }],
            rows,
            show: perSecond,
          }),
        ),
      );
    }
    if (batches.some((row) => row.pareto !== undefined)) root.append(frontPart(batches));
    if (traffic.length > 0) {
      if (traffic.length === 1) root.append(...ratePart(app, doc), ...timePart(doc, traffic[0]));
      else root.append(part("Runs", table(traffic.map(without))));
    }
    if (batches.length > 1) root.append(part("Batches", table(batches, { keys: KEYS })));
    for (const [kind, title, keys] of [
      ["ratio", "One over the other"],
      [
        "capacity",
        "Capacity",
        ["sweep_point", "system", "layout", "precision", "npus", "max_rate_per_s", "knee_per_s", "ttft_p95_ps", "tpot_p95_ps"],
      ],
      [
        "load",
        "Loads",
        [
          "sweep_point",
          "system",
          "rate_per_s",
          "requests",
          "ttft_p50_ps",
          "ttft_p95_ps",
          "ttft_p99_ps",
          "tpot_p50_ps",
          "tpot_p95_ps",
          "tpot_p99_ps",
          "e2e_p50_ps",
          "good_share",
          "tokens_per_s",
          "mark",
        ],
      ],
      ["refused", "Refused", ["system", "tp", "batch", "refused"]],
    ])
      if (of(kind).length > 0) root.append(part(title, table(of(kind).map(without), { keys })));
  },
};

/** Another rate is another run: a slider that writes its command. */
function ratePart(app, doc) {
  const said = /--rate '?([\d.]+)/.exec(doc.results[0]?.result.command_line ?? "");
  if (!said) return [];
  const rate = Number(said[1]),
    again = el("div");
  const show = (values) => again.replaceChildren(command(app, doc, { "--rate": `${Number(values.rate.toPrecision(3))} /s` }, (said) => app.reload(said)));
  show({ rate });
  return [
    part(
      "At another rate",
      sliders([{ key: "rate", label: "requests/s", value: rate, low: rate / 16, high: rate * 16, show: perSecond }], show),
      el("p", { class: "soft" }, "Another rate is another run: nothing is interpolated."),
      again,
    ),
  ];
}
