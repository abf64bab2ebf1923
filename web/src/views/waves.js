// SPDX-License-Identifier: Apache-2.0
// The pins of a scheduler core over its clocks, beside the setting that it made last and what it leaves of the demand.
import { canvas, niceStep, tooltip } from "../canvas.js";
import { choice, el, fact, part, say } from "../dom.js";
import * as format from "../format.js";
import { heatMap } from "../matrix.js";
import { fitted } from "../spans.js";
import { colour, portColour, tone } from "../theme.js";

const ROW = 30, TOP = 22;

/** The place of the last of sorted `items` that is not after `cycle`, or -1. */
function lastUntil(items, cycle, of) {
  let low = 0, high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(items[middle]) <= cycle) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

const valueAt = (signal, cycle) => signal.changes[lastUntil(signal.changes, cycle, ([at]) => at)]?.[1] ?? "";

/** A bus reads as hexadecimal, but for slots. */
const shown = (signal, value) => (signal.width === 1 || value === "" ? value : signal.name.startsWith("hold") ? String(parseInt(value, 16)) : `0x${value}`);

/** Signals over clocks, with a cursor. `state`: {cycle, cycles, set(cycle)} */
function waveform(state, waves) {
  const signals = waves.signals, cycles = Math.max(state.cycles, 1);
  let from = 0, to = cycles;
  const gutter = () => (view.box.clientWidth < 600 ? 92 : 210);
  const draw = (c, width, height) => {
    const left = gutter(), scale = (width - left) / (to - from), px = (t) => left + (t - from) * scale;
    c.textBaseline = "middle", (c.fillStyle = colour("soft"));
    const step = Math.max(niceStep(to - from, (width - left) / 90), 1);
    for (let t = Math.ceil(from / step) * step; t < to; t += step) {
      c.fillText(String(t), px(t) + 3, 9);
      c.strokeStyle = colour("line"), c.beginPath(), c.moveTo(px(t), 4), c.lineTo(px(t), height), c.stroke();
    }
    c.save(), c.beginPath(), c.rect(left, 0, width - left, height), c.clip();
    signals.forEach((signal, s) => {
      const high = TOP + s * ROW + 5, low = TOP + (s + 1) * ROW - 5;
      c.strokeStyle = c.fillStyle = tone(signal.name.endsWith("_i") ? 0 : 2);
      c.beginPath();
      for (let k = Math.max(lastUntil(signal.changes, from, ([at]) => at), 0); k < signal.changes.length; ++k) {
        const [at, value] = signal.changes[k], x = px(at), next = px(signal.changes[k + 1]?.[0] ?? cycles);
        if (x > width) break;
        if (signal.width === 1) {
          const y = value === "1" ? high : low;
          c.lineTo(x, y), c.lineTo(next, y);
          if (value === "1") c.globalAlpha = 0.15, c.fillRect(x, high, next - x, low - high), (c.globalAlpha = 1);
        } else if (value === "0") {
          c.moveTo(x, (high + low) / 2), c.lineTo(next, (high + low) / 2);
        } else {
          c.rect(x + 0.5, high, Math.max(next - x - 1, 0.5), low - high);
          const words = next - x > 16 ? fitted(c, shown(signal, value), next - x - 6) : "";
          if (words.length > 1 || shown(signal, value).length === 1) c.save(), (c.fillStyle = colour("ink")), c.fillText(words, Math.max(x, left) + 4, (high + low) / 2), c.restore();
        }
      }
      c.stroke();
    });
    const x = px(state.cycle + 0.5);
    c.strokeStyle = colour("mark"), (c.lineWidth = 2), c.beginPath(), c.moveTo(x, 0), c.lineTo(x, height), c.stroke(), (c.lineWidth = 1);
    c.restore();
    signals.forEach((signal, s) => {
      const y = TOP + (s + 0.5) * ROW, value = shown(signal, valueAt(signal, state.cycle));
      c.fillStyle = colour("ink"), c.fillText(fitted(c, signal.name, Math.min(left - 6, 100)), 2, y);
      c.fillStyle = colour("soft");
      if (left > 150) c.fillText(fitted(c, value, left - 112), 106, y);
    });
  };
  const view = canvas({ label: "Signals of the core. Arrows move the cursor by a clock, brackets to the next setting, plus and minus zoom, Home shows all.",
    height: TOP + signals.length * ROW + 6, draw });
  const show = (low, high) => {
    const span = Math.min(Math.max(high - low, 8), cycles);
    from = Math.min(Math.max(low, 0), cycles - span), (to = from + span);
    view.redraw();
  };
  const zoom = (factor, t) => show(t - (t - from) * factor, t + (to - t) * factor);
  const follow = (cycle) => {
    state.set(Math.min(Math.max(cycle, 0), cycles - 1));
    if (state.cycle < from || state.cycle >= to) show(state.cycle - (to - from) / 2, state.cycle + (to - from) / 2);
  };
  const place = (event) => {
    const box = view.element.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    return { x, y, t: from + ((x - gutter()) / (view.box.clientWidth - gutter())) * (to - from) };
  };
  const tip = tooltip(view.box);
  let drag = null;
  const on = (kind, f) => view.element.addEventListener(kind, f, kind === "wheel" ? { passive: false } : undefined);
  on("wheel", (event) => {
    if (Math.abs(event.deltaY) < Math.abs(event.deltaX)) return;
    event.preventDefault();
    zoom(event.deltaY > 0 ? 1.25 : 0.8, place(event).t);
  });
  on("pointerdown", (event) => {
    drag = { x: event.clientX, from, to, moved: false };
    view.element.setPointerCapture(event.pointerId);
  });
  on("pointermove", (event) => {
    if (drag && Math.abs(event.clientX - drag.x) > 3) {
      drag.moved = true;
      const by = ((event.clientX - drag.x) / (view.box.clientWidth - gutter())) * (drag.to - drag.from);
      return show(drag.from - by, drag.to - by);
    }
    const { x, y, t } = place(event), signal = signals[Math.floor((y - TOP) / ROW)];
    if (!signal || t < from) return tip.hide();
    tip.show(x, y, [`clock ${Math.floor(t)}`, `${signal.name} ${shown(signal, valueAt(signal, Math.floor(t)))}`]);
  });
  on("pointerup", (event) => {
    if (drag && !drag.moved) follow(Math.floor(place(event).t));
    drag = null;
  });
  on("pointerleave", () => tip.hide());
  on("keydown", (event) => {
    const at = lastUntil(waves.settings, state.cycle, (one) => one.cycle);
    const acts = {
      ArrowLeft: () => follow(state.cycle - 1), ArrowRight: () => follow(state.cycle + 1), Home: () => (show(0, cycles), follow(0)), End: () => follow(cycles - 1),
      "+": () => zoom(0.7, state.cycle), "=": () => zoom(0.7, state.cycle), "-": () => zoom(1.4, state.cycle),
      "[": () => follow(waves.settings[Math.max(at - 1, 0)]?.cycle ?? 0), "]": () => follow(waves.settings[Math.min(at + 1, waves.settings.length - 1)]?.cycle ?? 0),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
    say(state.line());
  });
  const tools = el("div", { class: "tools" }, ...[["Zoom in", "+", () => zoom(0.5, state.cycle)], ["Zoom out", "−", () => zoom(2, state.cycle)], ["Show all", "all", () => show(0, cycles)]]
    .map(([title, text, act]) => el("button", { title, "aria-label": title, onclick: act }, text)));
  return { box: el("div", {}, tools, view.box), redraw: view.redraw };
}

/** Slots of the settings so far, in their order, out of all that the run has. */
function strip(state, waves, total) {
  const draw = (c, width) => {
    let slots = 0;
    waves.settings.forEach((setting, k) => {
      const x = (slots / total) * width, wide = Math.max((setting.hold / total) * width, 0.5);
      c.fillStyle = k <= state.at ? portColour(k % 12, 12) : colour("panel");
      c.fillRect(x, 2, wide > 2 ? wide - 1 : wide, 22);
      if (k === state.at) c.strokeStyle = colour("ink"), (c.lineWidth = 2), c.strokeRect(x, 2, Math.max(wide, 3), 22), (c.lineWidth = 1);
      slots += setting.hold;
    });
    c.fillStyle = colour("soft"), (c.textBaseline = "middle"), c.fillText("slot 0", 0, 34);
    c.textAlign = "right", c.fillText(`${format.number(total)} slots`, width, 34), (c.textAlign = "left");
  };
  return canvas({ label: "The schedule as it has grown by this clock", height: 42, draw });
}

export const wavesView = {
  id: "waves",
  title: "Waves",
  fits: (doc) => doc.waves.some(({ waves }) => Array.isArray(waves.signals) && waves.signals.length > 0),
  draw(root, app, doc) {
    const files = doc.waves.filter(({ waves }) => Array.isArray(waves.signals) && waves.signals.length > 0);
    const box = el("div");
    if (files.length > 1) root.append(el("div", { class: "tools" }, choice("file", files.map((one) => one.file), 0, (k) => drawOne(box, files[k].waves))));
    root.append(box);
    drawOne(box, files[0].waves);
  },
};

function drawOne(root, given) {
  const waves = { ...given, settings: given.settings ?? [] }, total = Math.max(waves.settings.reduce((sum, one) => sum + one.hold, 0), 1);
  const demand = waves.demand ?? [], left = demand.map((row) => [...row]), whole = demand.flat().reduce((a, b) => a + b, 0);
  const facts = el("div", { class: "facts" }), words = el("p", { class: "pairs soft" }), answer = el("p", { class: "answer" });
  const state = {
    cycle: 0, cycles: waves.cycles ?? 0, at: -1,
    set(cycle) {
      state.cycle = cycle;
      update();
    },
    line: () => (state.at < 0 ? `clock ${state.cycle}, no setting yet` : `clock ${state.cycle}, setting ${state.at + 1}, held ${waves.settings[state.at].hold} slots`),
  };
  const heat = demand.length > 0 && heatMap(left, { lit: () => waves.settings[state.at]?.columns ?? null, show: (v) => `${format.number(v)} quanta left` });
  const grown = strip(state, waves, total), chart = waveform(state, waves);
  const update = () => {
    state.at = lastUntil(waves.settings, state.cycle, (one) => one.cycle);
    demand.forEach((row, i) => row.forEach((count, j) => (left[i][j] = count)));
    let slots = 0;
    waves.settings.slice(0, state.at + 1).forEach(({ hold, columns }) => {
      slots += hold;
      columns.forEach((j, i) => j >= 0 && left[i] && (left[i][j] = Math.max((left[i][j] ?? 0) - hold, 0)));
    });
    const rest = left.flat().reduce((a, b) => a + b, 0), setting = waves.settings[state.at];
    facts.replaceChildren(fact(format.number(state.cycle), waves.clock_ps ? `clock, ${format.time(state.cycle * waves.clock_ps)}` : "clock"), fact(`${state.at + 1} of ${waves.settings.length}`, "settings"),
      fact(`${format.number(slots)} of ${format.number(total)}`, "slots"), ...(whole > 0 ? [fact(format.percent(1 - rest / whole), "of the demand served")] : []));
    words.textContent = setting ? `setting ${state.at + 1}, taken in clock ${setting.cycle}, held ${format.number(setting.hold)} slots: ${setting.columns.map((j, i) => (j < 0 ? "" : `${i}→${j}`)).filter(Boolean).join(" ")}` :
      "The core has made no setting by this clock.";
    [chart, grown, heat].forEach((one) => one && one.redraw());
  };
  const first = waves.settings[0]?.cycle, last = waves.settings[waves.settings.length - 1]?.cycle;
  answer.textContent = first === undefined ? `The ${waves.core ?? ""} core made no setting in ${format.number(state.cycles)} clocks.` :
    `The ${waves.core ?? ""} core of ${waves.ports ?? ""} ports made ${format.number(waves.settings.length)} settings: the first was taken in clock ${first}, the last in clock ${last}.`;
  root.replaceChildren(part("Signals", answer, waves.cut > 0 ? el("p", { class: "soft" }, `Cut: ${format.number(waves.cut)} later clocks are not shown.`) : "", facts, chart.box),
    el("div", { class: "pair" }, part("The schedule so far", grown.box, words), heat && part("What is left of the demand, and the pairs of the setting", heat.box)));
  state.set(first ?? 0);
}
