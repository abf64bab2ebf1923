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
import { colour, onTheme, portColour } from "../theme.js";

const PORT_ROOM = 320, LEFT = 34, FONT = '12px system-ui, "Segoe UI", Arial, sans-serif';

// Their settings are the same for every guard and rate; all others, and programs of a reader's own, may make other settings.
const ONE_FOR_ALL = new Set(["exact", "maximal", "bottleneck", "minhold", "unit", "ladder", "critical-first", "solstice", "greedy-max-weight", "few", "shift",
  "wwfa", "islip", "qps"]);

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

/** When each setting begins, and at the end when all is done. */
function beginsOf(one, { slot, guard, perSlot }) {
  const begins = new Float64Array(one.permutations + 1);
  one.settings.forEach(({ hold }, k) => (begins[k + 1] = begins[k] + (perSlot ? hold * (slot + guard) : guard + hold * slot)));
  return begins;
}

/** The last setting that begins at `t` or before. */
function settingAt(begins, t) {
  let low = 0, high = begins.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (begins[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Ports over time: a row for each, coloured by its destination; orange is a guard. What is drawn is kept as a picture, so that stepping
 * redraws a frame around one setting alone. Wheel, + and - zoom.
 */
function portChart(state, one) {
  let from = 0, to = 1, begins = beginsOf(one, state.times()), stale = true;
  const picture = document.createElement("canvas"), tones = Array.from({ length: one.ports }, (_, j) => portColour(j, one.ports));
  const sizes = (width) => ({ left: LEFT, room: width - LEFT, high: PORT_ROOM - 22, row: (PORT_ROOM - 22) / one.ports });
  const end = () => begins[one.permutations];
  const place = (t, { left, room }) => left + ((t / end() - from) / (to - from)) * room;
  const fill = (c, width) => {
    const { left, high, row } = sizes(width), { guard, perSlot } = state.times(), loss = colour("loss"), idle = colour("panel");
    let drawn = -1;
    for (let k = settingAt(begins, from * end()); k < one.permutations && begins[k] < to * end(); ++k) {
      const x = Math.max(place(begins[k], sizes(width)), left), stop = place(begins[k + 1], sizes(width));
      if (stop - drawn < 0.5) continue;  // shares its pixel with one that is drawn
      drawn = stop;
      const data = perSlot ? x : Math.min(Math.max(place(begins[k] + guard, sizes(width)), left), stop);
      if (guard > 0) c.fillStyle = loss, c.fillRect(x, 0, Math.max(data - x, stop - x > 6 ? 1 : 0), high);
      for (let i = 0; i < one.ports; ++i) {
        const j = one.settings[k].columns[i];
        c.fillStyle = j < 0 ? idle : tones[j];
        c.fillRect(data, i * row, Math.max(stop - data, 0.5), row > 4 ? row - 1 : row);
      }
    }
    axis(c, width);
  };
  const axis = (c, width) => {
    const { room, row } = sizes(width), step = niceStep((to - from) * end(), room / 100);
    c.font = FONT;
    c.fillStyle = colour("soft");
    c.textBaseline = "middle";
    for (let i = 0; i < one.ports; i += Math.ceil(one.ports / 8)) c.fillText(String(i), 6, (i + 0.5) * row);
    for (let tick = Math.ceil((from * end()) / step) * step; tick <= to * end(); tick += step) {
      const words = format.time(tick), x = place(tick, sizes(width));
      if (x + c.measureText(words).width < width) c.fillText(words, x, PORT_ROOM - 9);
    }
  };
  const draw = (c, width) => {
    const ratio = devicePixelRatio || 1;
    if (stale || picture.width !== Math.round(width * ratio)) {
      picture.width = Math.round(width * ratio), picture.height = Math.round(PORT_ROOM * ratio);
      const p = picture.getContext("2d");
      p.setTransform(ratio, 0, 0, ratio, 0, 0);
      fill(p, width);
      stale = false;
    }
    c.drawImage(picture, 0, 0, width, PORT_ROOM);
    const k = state.at(one), x = place(begins[k], sizes(width)), stop = place(begins[k + 1], sizes(width));
    if (stop < LEFT || x > width) return;
    c.strokeStyle = colour("ink"), c.lineWidth = 2;
    c.strokeRect(Math.max(x, LEFT), 1, Math.max(stop - Math.max(x, LEFT), 3), PORT_ROOM - 24);
  };
  const chart = canvas({ label: `Ports of ${one.scheduler} over time. Arrows step through settings, plus and minus zoom, Home shows all.`, height: PORT_ROOM, draw });
  const again = () => ((stale = true), chart.redraw());
  onTheme(again);
  const tip = tooltip(chart.box);
  const at = (event) => {
    const box = chart.element.getBoundingClientRect(), x = event.clientX - box.left;
    return { x, y: event.clientY - box.top, share: from + ((x - LEFT) / (box.width - LEFT)) * (to - from) };
  };
  const zoom = (factor, share) => {
    const span = Math.min(Math.max((to - from) * factor, 1e-5), 1);
    from = Math.min(Math.max(share - ((share - from) / (to - from)) * span, 0), 1 - span);
    to = from + span;
    again();
  };
  chart.element.addEventListener("wheel", (event) => {
    if (Math.abs(event.deltaY) < Math.abs(event.deltaX)) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, at(event).share);
  }, { passive: false });
  chart.element.addEventListener("pointermove", (event) => {
    const { x, y, share } = at(event);
    if (x < LEFT || y > PORT_ROOM - 22 || one.permutations === 0) return tip.hide();
    const k = settingAt(begins, share * end()), i = Math.min(Math.floor(y / ((PORT_ROOM - 22) / one.ports)), one.ports - 1), setting = one.settings[k];
    state.choose(one, k);
    tip.show(x, y, [`setting ${k + 1} of ${one.permutations}`, `port ${i} to ${setting.columns[i] < 0 ? "nothing" : setting.columns[i]}`,
      `held ${format.number(setting.hold)} slots, ${format.time(setting.hold * state.times().slot)}`]);
  });
  chart.element.addEventListener("pointerleave", () => tip.hide());
  const step = (by) => {
    const k = Math.min(Math.max(state.at(one) + by, 0), one.permutations - 1);
    state.choose(one, k);
    if (one.settings[k]) say(`setting ${k + 1}, held ${one.settings[k].hold} slots`);
  };
  const middle = () => begins[state.at(one)] / end();
  const acts = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), PageUp: () => step(-10), PageDown: () => step(10), End: () => step(Infinity),
    "+": () => zoom(0.7, middle()), "=": () => zoom(0.7, middle()), "-": () => zoom(1.4, middle()), Home: () => (step(-Infinity), zoom(Infinity, 0)) };
  chart.element.addEventListener("keydown", (event) => {
    if (!acts[event.key] || one.permutations === 0) return;
    event.preventDefault();
    acts[event.key]();
  });
  return { ...chart, timesChanged: () => ((begins = beginsOf(one, state.times())), again()) };
}

/** One scheduler of the page: facts that follow the sliders, ports, and a step through its settings. */
function panel(state, one, heat) {
  const facts = el("div", { class: "facts" });
  const chart = portChart(state, one), other = el("p", { class: "soft" });
  const pairs = el("p", { class: "pairs soft" });
  const step = el("input", { type: "range", min: 0, max: one.permutations - 1, value: 0, "aria-label": `setting of ${one.scheduler}`,
    oninput: () => state.choose(one, Number(step.value)) });
  const times = () => {
    const { guard, decision, perSlot } = state.times();
    const total = makespan(one, state.times());
    const share = (part) => format.percent(total > 0 ? part / total : 0);
    facts.replaceChildren(fact(format.time(total), "makespan"), fact(String(one.permutations), "settings"), fact(format.number(one.slots), "slots"),
      fact(share((perSlot ? one.slots : one.permutations) * guard), "guard"), fact(share(decision), "decision"));
    other.textContent = state.moved() && state.makesOthers(one) ? `${one.scheduler} makes other settings for these: shown are those made for ${state.made}.` : "";
    chart.timesChanged();
  };
  const show = () => {
    const k = state.at(one), setting = one.settings[k];
    step.value = String(k);
    step.setAttribute("aria-valuetext", `setting ${k + 1}`);
    const set = [...(setting?.columns ?? [])].map((j, i) => (j < 0 ? "" : `${i}→${j}`)).filter(Boolean);
    pairs.textContent = setting ? `setting ${k + 1} of ${one.permutations}, held ${format.number(setting.hold)} slots: ${set.slice(0, 64).join(" ")}${set.length > 64 ? " …" : ""}` : "";
    chart.redraw();
    heat?.redraw();
  };
  state.listeners.push(show);
  state.timers.push(times);
  times();
  show();
  return el("div", { class: "panel" }, el("h3", {}, one.scheduler), facts, other, chart.box, el("label", { class: "slider" }, el("span", {}, "setting"), step), pairs);
}

/** As a reader reads it, and the command takes it. */
const threeDigits = (x) => Number(x.toPrecision(3));

const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0]);

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
    const perSlot = (config.config?.guard_per ?? config.guard_per) === "slot";
    const guards_paid = perSlot ? first.slots : first.permutations;
    const guard = guards_paid ? first.guard_ps / guards_paid : 0;
    const now = { rate: 1, guard, decision: 0 }, switches = Number(config.config?.switches ?? 1);
    const places = new Map();
    let last = all[0];
    const state = {
      listeners: [],
      timers: [],
      times: () => ({ slot: slot / now.rate, guard: now.guard, decision: now.decision, perSlot }),
      at: (one) => places.get(one) ?? 0,
      made: format.time(guard),
      moved: () => now.guard !== guard || now.rate !== 1,
      // Several switches share settings by the guard, whoever made them.
      makesOthers: (one) => switches > 1 || !ONE_FOR_ALL.has(one.scheduler),
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
      y: { name: "makespan", show: format.time, log: true }, series: all.map((one, k) => ({ name: one.scheduler + (state.makesOthers(one) ? " *" : ""), faint: state.makesOthers(one), values: times()[k] })) });
    const best = el("p", { class: "answer" }), others = all.filter(state.makesOthers).map((one) => one.scheduler);
    const othersSay = others.length > 0 ? `${listed(others)} ${others.length > 1 ? "make" : "makes"} other settings for another guard or rate` : "";
    const refresh = () => {
      state.timers.forEach((f) => f());
      chart.set(guards, times());
      // Of equals the program names the first of its rows.
      const least = inOrder.reduce((a, b) => (makespan(b, state.times()) < makespan(a, state.times()) ? b : a));
      const where = `a guard of ${format.time(now.guard)}${now.rate === 1 ? "" : ` and at ${format.number(now.rate)} times the rate`}`, after = format.time(makespan(least, state.times()));
      best.textContent = state.moved() && othersSay ? `With the settings made for ${state.made}: at ${where}, ${least.scheduler} is done first of these settings, after ${after}.` :
        `At ${where}, ${least.scheduler} is done first, after ${after}.`;
      note.textContent = [state.moved() && othersSay && `${othersSay}, so another may be first there: the command gives the answer.`,
        now.rate !== 1 && !rate && "The command keeps the rate: this result does not say its own.", now.decision > 0 && "No option sets the decision: the command leaves it out."].filter(Boolean).join(" ");
      again.replaceChildren(command(app, doc, { "--guard": format.exactTime(now.guard), ...(now.rate !== 1 && rate ? { "--rate": `${threeDigits(rate[1] * now.rate)} ${rate[2]}` } : {}) }, (said) => app.reload(said)));
    };
    const again = el("div"), note = el("p", { class: "soft" }), rate = /^([\d.]+) *(\S+)$/.exec(config.config?.rate ?? config.rate ?? "");
    const placeOf = (one) => (rows.includes(one.row) ? rows.indexOf(one.row) : rows.length), inOrder = [...all].sort((a, b) => placeOf(a) - placeOf(b));
    const names = all.map((one) => one.scheduler);
    const place = () => {
      state.listeners.length = state.timers.length = 0;
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
        ], (values) => (Object.assign(now, { rate: threeDigits(values.rate), guard: values.guard === guard ? guard : threeDigits(values.guard), decision: values.decision }), refresh())), note, again),
      part("Settings over time", el("div", { class: "tools" },
        choice("left", names, chosen[0], (k) => ((chosen[0] = k), place())), choice("right", names, chosen[1], (k) => ((chosen[1] = k), place()))), panels),
      part("Makespan against guard", chart.box, ...(othersSay ? [el("p", { class: "soft" }, `* ${othersSay}: their pale lines are those of the settings made for ${state.made}.`)] : [])));
    if (heat) root.append(part("Demand, and the pairs of the setting", heat.box));
    if (rows.length > 0) root.append(part("Schedulers", table(rows, { keys: ["scheduler", "permutations", "slots", "efficiency", "makespan_ps", "guard_ps", "valid"] })));
    place();
    refresh();
  },
};
