// SPDX-License-Identifier: Apache-2.0
// Demand, schedule and ports over time, linked: a setting shows its pairs; two schedulers side by side.
import { canvas, niceStep, tooltip } from "../canvas.js";
import { command } from "../command.js";
import { csv, rowsOf, settingsOf } from "../data.js";
import { choice, el, fact, part, say } from "../dom.js";
import * as format from "../format.js";
import { makespan } from "../laws.js";
import { lines } from "../lines.js";
import { heatMap } from "../matrix.js";
import { sliders } from "../sliders.js";
import { table } from "../table.js";
import { colour, portColour } from "../theme.js";

const PORT_ROOM = 320;

/** Settings with their times, quanta that are still owed, and what each port does. */
function readSchedule({ schedule }, row) {
  const settings = settingsOf(schedule);
  const scheduler = schedule.scheduler || row?.scheduler || "schedule";
  return { scheduler, ports: schedule.ports, settings, slots: settings.reduce((sum, s) => sum + s.hold, 0), permutations: settings.length, row };
}

const matrixOf = (doc) => {
  const file = doc.tables.find((one) => one.file === "demand.csv");
  if (!file) return null;
  const rows = csv("\n" + file.text).map(Object.values).flat();
  const lines = file.text.trim().split(/\r?\n/).map((line) => line.split(",").map(Number));
  return rows && lines.every((line) => line.length === lines.length && line.every(Number.isFinite)) ? lines : null;
};

/** Ports over time: one row of pixels or more for a port, coloured by its destination; orange is a guard. */
function portChart(state, one) {
  const draw = (c, width, height) => {
    const left = 34, room = width - left, high = height - 22, row = high / one.ports;
    const { slot, guard } = state.times();
    const end = makespan(one, { slot, guard }), scale = room / end;
    let t = 0;
    one.settings.forEach((setting, k) => {
      const x = left + t * scale, data = left + (t + guard) * scale, next = t + guard + setting.hold * slot;
      const stop = left + next * scale;
      if (guard > 0) c.fillStyle = colour("loss"), c.fillRect(x, 0, Math.max(data - x, stop - x > 6 ? 1 : 0), high);
      if (stop - x >= 0.5 || k % Math.ceil(0.5 / Math.max(stop - x, 1e-6)) === 0)
        for (let i = 0; i < one.ports; ++i) {
          const j = setting.columns[i];
          c.fillStyle = j < 0 ? colour("panel") : portColour(j, one.ports);
          c.fillRect(data, i * row, Math.max(stop - data, 0.5), row > 4 ? row - 1 : row);
        }
      if (k === state.at(one)) c.strokeStyle = colour("ink"), (c.lineWidth = 2), c.strokeRect(x, 1, Math.max(stop - x, 3), high - 2), (c.lineWidth = 1);
      t = next;
    });
    c.fillStyle = colour("soft");
    c.textBaseline = "middle";
    const every = Math.ceil(one.ports / 8);
    for (let i = 0; i < one.ports; i += every) c.fillText(String(i), 6, (i + 0.5) * row);
    const step = niceStep(end, room / 100);
    for (let tick = 0; tick <= end; tick += step) {
      const words = format.time(tick), x = left + tick * scale;
      if (x + c.measureText(words).width < width) c.fillText(words, x, height - 9);
    }
  };
  const chart = canvas({ label: `Ports of ${one.scheduler} over time. Arrows step through settings.`, height: PORT_ROOM, draw });
  const tip = tooltip(chart.box);
  const settingAt = (x) => {
    const { slot, guard } = state.times();
    const t = ((x - 34) / (chart.box.clientWidth - 34)) * makespan(one, { slot, guard });
    let sum = 0;
    return Math.max(0, one.settings.findIndex((setting) => (sum += guard + setting.hold * slot) > t));
  };
  chart.element.addEventListener("pointermove", (event) => {
    const box = chart.element.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    if (x < 34 || y > PORT_ROOM - 22) return tip.hide();
    const k = settingAt(x), i = Math.min(Math.floor(y / ((PORT_ROOM - 22) / one.ports)), one.ports - 1), setting = one.settings[k];
    if (!setting) return;
    state.choose(one, k);
    tip.show(x, y, [`setting ${k + 1} of ${one.permutations}`, `port ${i} to ${setting.columns[i] < 0 ? "nothing" : setting.columns[i]}`,
      `held ${format.number(setting.hold)} slots, ${format.time(setting.hold * state.times().slot)}`]);
  });
  chart.element.addEventListener("pointerleave", () => tip.hide());
  chart.element.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const k = Math.min(Math.max(state.at(one) + by, 0), one.permutations - 1);
    state.choose(one, k);
    say(`setting ${k + 1}, held ${one.settings[k].hold} slots`);
  });
  return chart;
}

/** One scheduler of the page: facts that follow the sliders, ports, and a step through its settings. */
function panel(state, one, heat) {
  const facts = el("div", { class: "facts" });
  const chart = portChart(state, one);
  const pairs = el("p", { class: "pairs soft" });
  const step = el("input", { type: "range", min: 0, max: one.permutations - 1, value: 0, "aria-label": `setting of ${one.scheduler}`,
    oninput: () => state.choose(one, Number(step.value)) });
  const show = () => {
    const { slot, guard, decision } = state.times();
    const total = makespan(one, { slot, guard, decision });
    facts.replaceChildren(fact(format.time(total), "makespan"), fact(String(one.permutations), "settings"), fact(format.number(one.slots), "slots"),
      fact(format.percent((one.permutations * guard) / total), "guard"), fact(format.percent(decision / total), "decision"));
    const k = state.at(one), setting = one.settings[k];
    step.value = String(k);
    step.setAttribute("aria-valuetext", `setting ${k + 1}`);
    const set = [...(setting?.columns ?? [])].map((j, i) => (j < 0 ? "" : `${i}→${j}`)).filter(Boolean);
    pairs.textContent = setting ? `setting ${k + 1} of ${one.permutations}, held ${format.number(setting.hold)} slots: ${set.slice(0, 64).join(" ")}${set.length > 64 ? " …" : ""}` : "";
    chart.redraw();
    heat?.redraw();
  };
  state.listeners.push(show);
  show();
  return el("div", { class: "panel" }, el("h3", {}, one.scheduler), facts, chart.box, el("label", { class: "slider" }, el("span", {}, "setting"), step), pairs);
}

export const scheduleView = {
  id: "schedule",
  title: "Schedule",
  fits: (doc) => doc.schedules.length > 0,
  draw(root, app, doc) {
    const rows = rowsOf(doc).filter((row) => row.scheduler);
    const all = doc.schedules.map((file) => readSchedule(file, rows.find((row) => row.scheduler === file.schedule.scheduler)));
    const matrix = matrixOf(doc);
    const config = doc.results[0]?.result.config ?? {};
    const first = rows[0] ?? {};
    const slot = config.slot_ps ?? (first.makespan_ps !== undefined && first.slots ? (first.makespan_ps - first.guard_ps) / first.slots : 1000);
    const guard = first.permutations ? first.guard_ps / first.permutations : 0;
    const now = { rate: 1, guard, decision: 0 };
    const places = new Map();
    let last = all[0];
    const state = {
      listeners: [],
      times: () => ({ slot: slot / now.rate, guard: now.guard, decision: now.decision }),
      at: (one) => places.get(one) ?? 0,
      choose(one, k) {
        places.set(one, k);
        last = one;
        state.listeners.forEach((f) => f());
      },
    };
    const heat = matrix && heatMap(matrix, { lit: () => last.settings[state.at(last)]?.columns ?? null });
    const chosen = [0, Math.min(1, all.length - 1)];
    const panels = el("div", { class: "pair" });
    const guards = Array.from({ length: 61 }, (_, k) => 1e3 * 10 ** (k / 10));
    const times = () => all.map((one) => guards.map((g) => makespan(one, { ...state.times(), guard: g })));
    const chart = lines({ label: "Makespan against guard time", x: { name: "guard", values: guards, show: format.time, log: true },
      y: { name: "makespan", show: format.time, log: true }, series: all.map((one, k) => ({ name: one.scheduler, values: times()[k] })) });
    const best = el("p", { class: "answer" });
    const refresh = () => {
      state.listeners.forEach((f) => f());
      chart.set(guards, times());
      const least = [...all].sort((a, b) => makespan(a, state.times()) - makespan(b, state.times()))[0];
      best.textContent = `At a guard of ${format.time(now.guard)} and ${format.number(now.rate)} of the rate, ${least.scheduler} is done first, after ${format.time(makespan(least, state.times()))}.`;
      again.replaceChildren(command(app, doc, { "--guard": exact(now.guard) }, () => app.reload()));
    };
    const again = el("div");
    const exact = (ps) => `${Math.round(ps)} ps`;
    const names = all.map((one) => one.scheduler);
    const place = () => {
      state.listeners.length = 0;
      panels.replaceChildren(...[...new Set(chosen)].map((k) => panel(state, all[k], heat)));
      last = all[chosen[0]];
      heat?.redraw();
    };
    root.append(
      part("What if", best,
        sliders([
          { key: "guard", label: "guard", value: guard, low: 1e3, high: 1e9, show: format.time },
          { key: "rate", label: "rate", value: 1, low: 0.125, high: 8, show: (v) => `${format.number(v)} x` },
          { key: "decision", label: "decision", value: 0, low: 1e3, high: 1e10, show: format.time },
        ], (values) => (Object.assign(now, values), refresh())), again),
      part("Settings over time", el("div", { class: "tools" },
        choice("left", names, chosen[0], (k) => ((chosen[0] = k), place())), choice("right", names, chosen[1], (k) => ((chosen[1] = k), place()))), panels),
      part("Makespan against guard", chart.box));
    if (heat) root.append(part("Demand, and the pairs of the setting", heat.box));
    if (rows.length > 0) root.append(part("Schedulers", table(rows, { keys: ["scheduler", "permutations", "slots", "efficiency", "makespan_ps", "guard_ps", "valid"] })));
    place();
    refresh();
  },
};
