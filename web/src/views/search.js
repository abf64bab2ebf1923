// SPDX-License-Identifier: Apache-2.0
// What a search, a planner or a tuner evaluated: parallel coordinates, front, history, importance, certificates, linked.
import { namedBars } from "../bars.js";
import { cloud } from "../cloud.js";
import { rowsOfKind } from "../data.js";
import { choice, el, fact, part, say } from "../dom.js";
import * as format from "../format.js";
import { parallel } from "../parallel.js";
import { frontOf, readPoints } from "../points.js";
import { table } from "../table.js";
import { viridis } from "../theme.js";

const LEVELS = 48, BEST = 20;

const direction = (column) => (column.better > 0 ? "more is better" : "less is better");
const labelled = (column) => ({ ...column, label: column.knob ? column.name : format.words(column.name) });

/** Columns whose values differ among these places, as axes over their range; knobs that double have an axis of logarithms. */
const axesOf = (columns, places) => columns.map((column) => {
  let low = Infinity, high = -Infinity;
  for (const k of places) low = Math.min(low, column.values[k] ?? low), (high = Math.max(high, column.values[k] ?? high));
  return { ...column, low, high, log: column.knob && !column.words && low > 0 && high / low >= 32 };
}).filter((axis) => axis.high > axis.low);

/** What a person sees of a point. */
const linesOf = (points, figure) => (k) => [points.searched ? `evaluation ${format.number(points.step(k))}` : `rank ${k + 1}`,
  `${figure().label} ${figure().show(figure().values[k])}`, points.name(k)];

/** State that all pictures share: which points are kept, their colours, and the one under the pointer. */
function shared(points, axes, figures) {
  const listeners = { moved: [], changed: [] };
  let figure = figures[0], level = new Uint8Array(points.count), sorted = [];
  const dark = () => matchMedia("(prefers-color-scheme: dark)").matches;
  const tones = [false, true].map((night) => Array.from({ length: LEVELS }, (_, v) => viridis(night ? 0.15 + (0.8 * v) / LEVELS : 0.85 - (0.8 * v) / LEVELS)));
  const state = {
    points, axes, ranges: new Map(), order: [], at: -1, listeners,
    figure: () => figure,
    shade: (k) => tones[dark() ? 1 : 0][level[k]],
    tones: () => tones[dark() ? 1 : 0],
    lines: linesOf(points, () => figure),
    choose(k) {
      if (k === state.at) return;
      state.at = k;
      listeners.moved.forEach((f) => f());
    },
    colourBy(next) {
      figure = next;
      const places = Array.from({ length: points.count }, (_, k) => k).filter((k) => Number.isFinite(figure.values[k]));
      sorted = places.sort((a, b) => figure.better * (figure.values[a] - figure.values[b]) || b - a);
      sorted.forEach((k, rank) => (level[k] = Math.min(Math.floor((LEVELS * rank) / Math.max(sorted.length - 1, 1)), LEVELS - 1)));
      state.refilter();
    },
    all: () => sorted,
    refilter() {
      const tests = axes.filter((axis) => state.ranges.has(axis.name)).map((axis) => [axis.values, ...state.ranges.get(axis.name)]);
      state.order = sorted.filter((k) => tests.every(([values, low, high]) => values[k] >= low && values[k] <= high));
      listeners.changed.forEach((f) => f());
    },
  };
  return state;
}

/** What is sure about the answer, by the rows of the verb. */
function certificates(doc) {
  const [found] = rowsOfKind(doc, "search"), [knobs] = rowsOfKind(doc, "knobs_space"), [space] = rowsOfKind(doc, "space"), [tuned] = rowsOfKind(doc, "tuned");
  const percent = (part, all) => (all > 0 && part >= 0 ? format.percent(part / all) : "");
  const some = (...pairs) => el("div", { class: "facts" }, ...pairs.filter(([value]) => value !== undefined && value !== null && value !== "").map(([value, name]) =>
    fact(typeof value === "number" ? format.number(value) : value, name)));
  if (found) {
    return [el("p", {}, found.certified ? "Proved: no feasible design has a higher reward. Each was evaluated, or ruled out by a bound that cannot err." :
      "Not proved: designs that were not evaluated may be better. --agent exhaustive proves, where the space is small."),
    some([found.evaluations, "evaluations"], [found.distinct, "different designs"], [found.invalid, "without a reward"], [found.feasible, "feasible designs"],
      [percent(found.distinct, found.feasible), "of the feasible seen"], [found.steps_to_best, "step of the best"]),
    found.why_invalid && el("p", { class: "soft" }, `Without a reward, for one: ${found.why_invalid}`)];
  }
  if (knobs) {
    const best = rowsOfKind(doc, "knobs")[0];
    return [el("p", {}, `${format.number(knobs.exact_ranks ?? 0)} ranks are sure: what is not timed is refused, does not fit, or has a bound above theirs.`),
      some([knobs.counted, "settings"], [knobs.refused, "refused"], [knobs.too_big, "do not fit"], [knobs.bounded, "ruled out by a bound"], [knobs.timed, "timed"],
        [best?.bound_ps ? percent(best.time_ps - best.bound_ps, best.bound_ps) : "", "best above its bound"])];
  }
  if (space) {
    return [el("p", {}, space.complete ? "Proved: each strategy was priced." : "Not each strategy was priced."),
      some([space.strategies, "strategies"], [space.run, "priced"], [space.fit, "fit"], [space.too_big, "do not fit"], [space.refused, "refused"])];
  }
  if (tuned) {
    return [el("p", {}, "Each choice was timed, or a bound ruled it out."), some([tuned.points, "choices"], [tuned.evaluated, "timed"], [tuned.pruned, "ruled out by a bound"],
      [tuned.combinations, "combinations"], [tuned.meshes, "meshes"], [tuned.uneven_block_time_ps ? format.time(tuned.uneven_block_time_ps) : "", "with uneven slices"])];
  }
  return null;
}

/** How much each knob matters, by the rows of the verb. */
function importance(doc) {
  const knobs = [...rowsOfKind(doc, "importance")].sort((a, b) => b.importance - a.importance);
  const turns = [...rowsOfKind(doc, "turn")].filter((row) => Number.isFinite(row.gain)).sort((a, b) => b.gain - a.gain);
  const resources = [...rowsOfKind(doc, "knobs_resource"), ...rowsOfKind(doc, "resource")].filter((row) => Number.isFinite(row.elasticity)).sort((a, b) => b.elasticity - a.elasticity);
  const all = [];
  if (knobs.length > 0)
    all.push(part("Importance of each knob", el("p", { class: "soft" }, "The share of the reward's variance that a knob explains by itself, over ranks. An agent's points are no fair sample; those of --agent random are."),
      namedBars(knobs.map((row) => ({ name: row.knob, parts: [row.importance], text: format.percent(Math.max(row.importance, 0)) })), { most: 1 })));
  if (turns.length > 0)
    all.push(part("One knob of the best turned", namedBars(turns.map((row) => ({ name: row.turn, parts: row.gain > 0 ? [row.gain, 0] : [0, -row.gain],
      text: `${format.percent(Math.abs(row.gain))} ${row.gain > 0 ? "faster" : "slower"}` })), { names: ["faster", "slower"] })));
  if (resources.length > 0)
    all.push(part("What more of each resource is worth", el("p", { class: "soft" }, "By how many percent the step is shorter with one percent more."),
      namedBars(resources.map((row) => ({ name: row.resource, parts: [row.elasticity], text: format.number(row.elasticity) })), { most: 1 })));
  return all;
}

/** Points of the verb with one figure each fit no picture: two at least. */
const pointsFor = (() => {
  const read = new WeakMap();
  return (doc) => {
    if (!read.has(doc)) read.set(doc, readPoints(doc));
    return read.get(doc);
  };
})();

const SEARCHED = new Set(["search", "plan", "gemm tune", "search show"]);

export const searchView = {
  id: "search",
  title: "Search",
  fits: (doc) => doc.results.some(({ result }) => SEARCHED.has(result.command)) && (pointsFor(doc)?.count ?? 0) > 1,
  draw(root, app, doc) {
    const points = pointsFor(doc), figures = points.figures.map(labelled);
    const valued = Array.from({ length: points.count }, (_, k) => k).filter((k) => Number.isFinite(figures[0].values[k]));
    const axes = [...axesOf(points.knobs.map(labelled), valued), ...axesOf(figures, valued).slice(0, 4)];
    const state = shared(points, axes, figures);
    const pair = [figures[0], figures[1] ?? figures[0]];
    const names = figures.map((c) => `${c.label} (${direction(c)})`);
    const answer = el("p", { class: "answer" }), kept = el("p", { class: "soft", role: "status" }), best = el("div");
    const scale = el("p", { class: "legend" });
    const lines = parallel(state);
    const titled = (c) => ({ ...c, label: `${c.label} (${direction(c)})` });
    let front = [], progress = [];
    const plane = cloud(state, { label: "Two figures of each point, and the front", name: "the front", x: () => titled(pair[0]), y: () => titled(pair[1]), line: () => front });
    const steps = { name: "step", label: "evaluation", values: Float64Array.from({ length: points.count }, (_, k) => points.step(k)), better: 0, show: format.number };
    const history = points.searched && cloud(state, { label: "Each evaluation, and the best so far", name: "what became the best", x: () => steps, y: () => titled(state.figure()), line: () => progress, steps: true });
    const pictures = [lines, plane, history].filter(Boolean);
    const frontText = el("p", {});
    const refront = () => {
      front = frontOf(state.order, pair[0], pair[1]);
      frontText.textContent = pair[0] === pair[1] ? "" : `Front: ${format.number(front.length)} of these ${format.number(state.order.length)}, beaten by none in both ${pair[0].label} and ${pair[1].label}.`;
      plane.restart();
    };
    const bestSoFar = () => {
      const c = state.figure();
      let least = -Infinity;
      return [...state.order].sort((a, b) => points.step(a) - points.step(b)).filter((k) => c.better * c.values[k] > least && ((least = c.better * c.values[k]), true));
    };
    let wait = 0;
    const listBest = () => {
      const top = state.order.slice(-BEST).reverse();
      const row = (k) => ({ [points.searched ? "evaluation" : "rank"]: points.searched ? points.step(k) : k + 1,
        ...Object.fromEntries(figures.map((c) => [c.name, c.values[k]])), ...Object.fromEntries(points.knobs.map((c) => [c.name, c.words ? c.show(c.values[k]) : c.values[k]])) });
      const places = new Map(top.map((k) => [row(k), k]));
      best.replaceChildren(table([...places.keys()], { chosen: (one) => (state.choose(places.get(one)), say(state.lines(places.get(one)).join(", "))), hovered: (one) => state.choose(places.get(one) ?? -1) }));
    };
    const changed = () => {
      const c = state.figure(), top = state.order[state.order.length - 1], all = state.all().length;
      progress = points.searched ? bestSoFar() : [];
      answer.textContent = top === undefined ? "No point is in all ranges." :
        `The best ${c.label} of ${state.order.length < all ? "those kept" : `${format.number(all)} points`} is ${c.show(c.values[top])}: ${points.name(top)}.`;
      kept.textContent = `${format.number(state.order.length)} of ${format.number(all)} points are kept. Drag along an axis to keep a range; click the axis to drop it.`;
      const worst = state.all()[0], first = state.all()[all - 1];
      scale.replaceChildren(`colour: ${c.label}, worst ${c.show(c.values[worst] ?? NaN)} `, ...state.tones().filter((_, k) => k % 4 === 0).map((shade) => {
        const box = el("i");
        box.style.background = shade;
        return box;
      }), ` best ${c.show(c.values[first] ?? NaN)}, by rank`);
      refront();
      pictures.forEach((one) => one.restart());
      clearTimeout(wait);
      wait = setTimeout(listBest, 120);
    };
    state.listeners.changed.push(changed);
    state.listeners.moved.push(() => pictures.forEach((one) => one.redraw()));
    const proofs = certificates(doc);
    root.append(part("Points", answer, el("div", { class: "tools" }, choice("colour", names, 0, (k) => state.colourBy(figures[k]))), scale, lines.box, kept));
    if (proofs) root.append(part("What is proved", ...proofs.filter(Boolean)));
    root.append(part("Front", el("div", { class: "tools" }, ...["across", "up"].map((label, axis) => choice(label, names, figures.indexOf(pair[axis]), (k) => ((pair[axis] = figures[k]), refront())))),
      frontText, plane.box));
    if (history) root.append(part("History", history.box));
    root.append(...importance(doc), part(`The best ${BEST} of those kept`, best));
    const passes = rowsOfKind(doc, "pass");
    if (passes.length > 0) root.append(part("Passes of the best mesh", table(passes.map(({ row_kind: _, ...row }) => row))));
    state.colourBy(figures[0]);
    listBest();
  },
};
