// SPDX-License-Identifier: Apache-2.0
// An exchange on several fabrics: where the time went, flows, links, and what each did when.
import { legend, namedBars } from "../bars.js";
import { command } from "../command.js";
import { commandOf, rowsOf, tableOf } from "../data.js";
import { choice, el, fact, part } from "../dom.js";
import * as format from "../format.js";
import { affine, timeParts } from "../laws.js";
import { lines } from "../lines.js";
import { sliders } from "../sliders.js";
import { readTimeline, spanChart } from "../spans.js";
import { colour, portColour } from "../theme.js";

const LINKS = 64, LEGEND = 16;

/** Rows of fabrics; a result that stands in two files counts once. */
const fabricRows = (doc) => [...new Map(rowsOf(doc).filter((row) => row.fabric && row.completion_mean_ps > 0 && Number.isFinite(row.efficiency))
  .map((row) => [[row.fabric, row.traffic, row.point].join("\n"), row])).values()];

const named = (traffic) => String(traffic ?? "").split("/").pop();

const unique = (values) => [...new Set(values)];

/** Some of a document that is chosen by a name: drawn anew when another is. */
function chosenPart(title, label, names, drawn) {
  const box = el("div"), show = (k) => box.replaceChildren(...drawn(names[k]).filter(Boolean));
  show(0);
  return part(title, names.length > 1 ? el("div", { class: "tools" }, choice(label, names, 0, show)) : "", box);
}

const caseOf = (row) => [named(row.traffic), row.point].filter(Boolean).join(", ");

/**
 * The case that is chosen on top, and what is told of it below. Files keep the flows, links and times of one run of each fabric: that of the
 * first traffic, at the first point of what is swept.
 */
function caseState(doc, rows) {
  const traffic = [...tableOf(doc, "flows.csv"), ...tableOf(doc, "links.csv")][0]?.traffic ?? rows[0].traffic;
  const kept = caseOf(rows.find((row) => traffic && named(traffic).startsWith(named(row.traffic))) ?? rows[0]), point = rows.find((row) => caseOf(row) === kept)?.point;
  const run = [named(traffic), point].filter(Boolean).join(", "), notes = [];
  const told = (at) => `Of the run with ${run}${at === kept ? "." : `, not with ${at}: the files keep the former alone. A run with the latter alone has its own.`}`;
  let now = kept;
  return {
    choose: (at) => ((now = at), notes.forEach((note) => (note.textContent = told(at)))),
    note: () => (run === "" ? null : (notes.push(el("p", { class: "soft" }, told(now))), notes[notes.length - 1])),
  };
}

/** Stacked bars of all fabrics at a point of what is swept. */
function whereItWent(rows, state) {
  const draw = (at) => {
    const here = rows.filter((row) => caseOf(row) === at).map((row) => ({ row, parts: timeParts(row) })).sort((a, b) => a.parts.time - b.parts.time);
    state.choose(at);
    const [best] = here, share = (v) => format.percent(v / best.parts.time);
    return [el("p", { class: "answer" }, `${at ? `With ${at}, ` : ""}${best.row.fabric} is done first, after ${format.time(best.parts.time)}: ${share(best.parts.data)} of that are data, ${share(best.parts.guard)} guard, ${share(best.parts.decision)} decision.`),
      namedBars(here.map(({ row, parts }) => ({ name: row.fabric, parts: [parts.data, parts.guard, parts.decision, parts.other],
        titles: ["data", "guard", "decision", "other"].map((name) => `${name} ${Math.round(parts[name])} ps`), text: `${format.time(parts.time)}, ${format.percent(parts.data / parts.time)} data` })),
      { names: ["data", "guard", "decision", "headers, acknowledgements, waiting"] })];
  };
  return chosenPart("Where the time went", "case", unique(rows.map(caseOf)), draw);
}

/** The points of a sweep, from the back, that lie on a line in what is swept: [[x, time]...] and the line. */
function straightEnd(points) {
  for (let from = 0; from + 3 <= points.length; ++from) {
    const form = affine(points.slice(from));
    if (form) return { ...form, from: points[from][0], to: points[points.length - 1][0] };
  }
  return null;
}

/** Time against what is swept; a slider where the program's points lie on a line. */
function againstSwept(app, doc, rows) {
  const name = rows.find((row) => row.swept)?.swept;
  const points = unique(rows.map((row) => row.point)).map((text) => ({ text, ...(format.quantity(String(text ?? "")) ?? {}) }));
  if (!name || points.length < 3 || points.some((one) => one.value === undefined)) return [];
  points.sort((a, b) => a.value - b.value);
  const fabrics = unique(rows.map((row) => [row.fabric, row.traffic].join("\n"))), of = (key, text) => rows.find((row) => [row.fabric, row.traffic].join("\n") === key && row.point === text);
  const label = (key) => (unique(rows.map((row) => row.traffic)).length > 1 ? key.replace("\n", ", ") : key.split("\n")[0]);
  const positive = points.filter((one) => one.value > 0), show = points[points.length - 1].show;
  const chart = lines({ label: `Time against ${name}`, x: { name, values: positive.map((one) => one.value), show, log: true }, y: { name: "mean completion time", show: format.time, log: true },
    series: fabrics.map((key) => ({ name: label(key), gaps: true, values: positive.map((one) => of(key, one.text)?.completion_mean_ps ?? null) })) });
  const forms = fabrics.map((key) => ({ key, form: straightEnd(points.map((one) => [one.value, of(key, one.text)?.completion_mean_ps]).filter(([, t]) => t > 0)) })).filter((one) => one.form);
  const all = [part(`Time against ${name}`, chart.box)];
  if (forms.length === 0 || positive.length < 2) return all;
  const box = el("div"), again = el("div"), low = Math.min(...forms.map((one) => one.form.from).filter((v) => v > 0), positive[positive.length - 1].value), high = positive[positive.length - 1].value;
  const unit = points[points.length - 1].unit, exact = (v) => (unit === "time" ? format.exactTime(v) : unit === "bytes" ? `${Math.round(v)} B` : show(v));
  const move = (value) => {
    const found = forms.filter(({ form }) => value >= form.from).map(({ key, form }) => ({ name: label(key), time: form.fixed + form.each * value })).sort((a, b) => a.time - b.time);
    box.replaceChildren(el("p", { class: "answer" }, found.length > 0 ? `At ${show(value)}, ${found[0].name} is done first of these, after ${format.time(found[0].time)}.` : ""),
      namedBars(found.map((one) => ({ name: one.name, parts: [one.time], titles: [`${Math.round(one.time)} ps`], text: format.time(one.time) }))));
    again.replaceChildren(command(app, doc, { "--set": `sweep.values=${exact(value)}` }));
  };
  const bent = fabrics.filter((key) => !forms.some((one) => one.key === key)).map(label);
  if (low >= high) return all;
  all.push(part("What if", el("p", { class: "soft" }, `Time = a fixed part + ${name} x the settings: ${forms.map(({ key, form }) => `${label(key)} from ${show(form.from)} on, ${format.number(form.each)} settings`).join("; ")}. ` +
    `The program's points lie on these lines${bent.length > 0 ? `, but not those of ${bent.join(", ")}, which make other schedules for other values: these need a run` : ""}.`),
  sliders([{ key: "swept", label: name, value: high, low, high, show }], ({ swept }) => move(swept)), box, again));
  move(high);
  return all;
}

/** A timeline with the lanes of these groups alone. */
function lanesOf(timeline, groups) {
  const place = new Map(timeline.lanes.flatMap((lane, k) => (groups.includes(lane.group) ? [k] : [])).map((k, at) => [k, at]));
  const kept = timeline.spans.lane.flatMap((lane, k) => (place.has(lane) ? [k] : []));
  const spans = Object.fromEntries(Object.entries(timeline.spans).map(([name, values]) => [name, kept.map((k) => values[k])]));
  spans.lane = spans.lane.map((lane) => place.get(lane));
  return { ...timeline, lanes: timeline.lanes.filter((lane) => groups.includes(lane.group)), spans };
}

/** Kinds of spans: a hue for each destination, orange for guards, grey for a whole setting, and what else has a name of its own. */
function spanKinds(data) {
  const to = data.names.map((name) => Number(/\bto\b.*?(\d+)$/.exec(name)?.[1] ?? -1)), ports = Math.max(...to) + 1, word = data.names.map((name) => name.replace(/ *\d+$/, ""));
  const used = new Set(data.spans.name), others = unique(word.filter((_, k) => to[k] < 0 && used.has(k))), tones = ["c3", "c4", "c5", "c6"];
  const variable = (name, k) => (name === "guard" ? "loss" : name === "setting" ? "grey" : tones[k % tones.length]);
  const all = others.map((name, k) => ({ name, colour: variable(name, k) })), ends = unique(to.filter((j, k) => j >= 0 && used.has(k))).sort((a, b) => a - b);
  const kinds = [...all, ...ends.slice(0, LEGEND).map((j) => ({ name: `to ${j}`, colour: ports <= 7 ? `c${j % 7}` : portColour(j, ports) })),
    ...(ends.length > LEGEND ? [{ name: `and so on, a hue for each of ${ends.length} destinations`, colour: "back" }] : [])];
  const at = data.names.map((_, k) => (to[k] >= 0 ? others.length + to[k] : others.indexOf(word[k])));
  return { kinds, kind: (k) => at[data.spans.name[k]] ?? -1, shades: (kind) => (kind < 0 ? colour("grey") : kind < others.length ? colour(all[kind].colour) : portColour(kind - others.length, ports)) };
}

/** Flow completion times by the share of flows that are done. */
function flowPart(doc, state) {
  const flows = tableOf(doc, "flows.csv").filter((row) => Number(row.fct_ps) > 0);
  if (flows.length < 2) return "";
  const shares = Array.from({ length: 101 }, (_, k) => k);
  return chosenPart("Flow completion", "traffic", unique(flows.map((row) => row.traffic)), (traffic) => {
    const fabrics = unique(flows.filter((row) => row.traffic === traffic).map((row) => row.fabric));
    const sorted = fabrics.map((name) => Float64Array.from(flows.filter((row) => row.traffic === traffic && row.fabric === name), (row) => Number(row.fct_ps)).sort());
    // As a rank: the least time within which so many of a hundred are done.
    const at = (times, share) => times[Math.max(Math.ceil((share / 100) * times.length) - 1, 0)];
    return [state.note(), el("p", {}, `Half of the flows: ${fabrics.map((name, k) => `${name} ${format.time(at(sorted[k], 50))}`).join(", ")}.`),
      lines({ label: "Flow completion time by share of the flows", x: { name: "share of the flows", values: shares, show: (v) => `${format.number(v)} %` }, y: { name: "done within", show: format.time },
        series: fabrics.map((name, k) => ({ name, values: shares.map((share) => at(sorted[k], share)) })) }).box];
  });
}

/** What each link did of the time. */
function linkPart(doc, state) {
  const links = tableOf(doc, "links.csv");
  if (links.length === 0) return "";
  return chosenPart("Links", "fabric", unique(links.map((row) => row.fabric)), (name) => {
    const rows = links.filter((row) => row.fabric === name), parts = ["carried_ps", "guard_ps", "paused_ps"], use = rows.map((row) => Number(row.utilisation));
    const most = Math.max(...rows.map((row) => [...parts, "idle_ps"].reduce((sum, key) => sum + Number(row[key]), 0)));
    const busiest = rows[use.indexOf(Math.max(...use))];
    return [state.note(), el("div", { class: "facts" }, fact(format.percent(use.reduce((a, b) => a + b, 0) / use.length), "mean utilisation"), fact(format.percent(Math.max(...use)), `most: ${busiest?.link ?? ""}`)),
      namedBars(rows.slice(0, LINKS).map((row) => ({ name: row.link, parts: parts.map((key) => Number(row[key])), text: format.percent(Number(row.utilisation)) })), { names: ["carrying", "guard", "paused"], most }),
      rows.length > LINKS && el("p", { class: "soft" }, `${rows.length - LINKS} further links are in links.csv.`)];
  });
}

export const fabricView = {
  id: "fabric",
  title: "Fabrics",
  fits: (doc) => commandOf(doc) === "simulate" && fabricRows(doc).length > 0,
  draw(root, app, doc) {
    const rows = fabricRows(doc), state = caseState(doc, rows);
    root.append(whereItWent(rows, state), ...againstSwept(app, doc, rows), ...[flowPart(doc, state), linkPart(doc, state)].filter(Boolean));
    if (rows.some((row) => row.permutations > 0) && !rows.some((row) => row.swept))
      root.append(part("Another guard", el("p", { class: "soft" }, "Schedules may change with the guard: a run says what it costs."), command(app, doc, { "--set": "circuit.guard=10 us" }, (said) => app.reload(said))));
    const timelines = (doc.timelines ?? []).filter((one) => one.lanes.length > 0);
    if (timelines.length > 0)
      root.append(chosenPart("What happened when", "timeline", timelines.map((one) => one.file), (file) => {
        const one = timelines.find((line) => line.file === file), groups = unique(one.lanes.map((lane) => lane.group)), box = el("div");
        // Flows are many: the others stand together, and those of each sender by themselves.
        const main = groups.filter((group) => !/^flows/i.test(group)), sets = [...(main.length > 0 ? [main] : []), ...groups.filter((group) => !main.includes(group)).map((group) => [group])];
        const show = (k) => {
          const data = readTimeline(lanesOf(one, sets[k])), { kinds, kind, shades } = spanKinds(data);
          box.replaceChildren(legend(kinds), spanChart(data, { label: `Timeline of ${file}`, kind, shades }).box);
        };
        show(0);
        return [state.note(), sets.length > 1 && el("div", { class: "tools" }, choice("lanes", sets.map((set) => set.join(", ")), 0, show)), box, one.left_out > 0 && el("p", { class: "soft" }, `${format.number(one.left_out)} shorter spans are left out.`)];
      }));
  },
};
