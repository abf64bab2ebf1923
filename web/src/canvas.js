// SPDX-License-Identifier: Apache-2.0
import { el, say } from "./dom.js";
import { onTheme } from "./theme.js";

/**
 * A canvas as wide as its box, drawn again when that or the colours change. `draw(context, width, height)`
 * works in CSS pixels. It takes the focus; `label` says what it shows.
 * @param {{label: string, height: number, draw: (c: CanvasRenderingContext2D, w: number, h: number) => void}} options
 */
export function canvas({ label, height, draw }) {
  const element = el("canvas", { class: "canvas", tabindex: "0", role: "img", "aria-label": label });
  const box = el("div", { class: "canvas-box" }, element);
  let queued = false;
  const paint = () => {
    queued = false;
    const ratio = devicePixelRatio || 1;
    const width = box.clientWidth;
    if (width === 0) return;
    if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      element.style.height = `${height}px`;
    }
    const context = element.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = '12px system-ui, "Segoe UI", Arial, sans-serif';
    draw(context, width, height);
  };
  const redraw = () => {
    if (queued) return;
    queued = true;
    requestAnimationFrame(paint);
  };
  new ResizeObserver(redraw).observe(box);
  onTheme(redraw);
  return { box, element, redraw, resize: (h) => ((height = h), redraw()), paint };
}

/** A box of text that follows the pointer; its lines are read out too. */
export function tooltip(box) {
  const tip = el("div", { class: "tip", hidden: true });
  box.append(tip);
  return {
    show(x, y, lines) {
      tip.replaceChildren(...lines.map((line) => el("div", {}, line)));
      tip.hidden = false;
      const left = Math.min(x + 12, Math.max(0, box.clientWidth - tip.offsetWidth - 4));
      const below = y + 14;
      tip.style.left = `${left}px`;
      tip.style.top = `${below + tip.offsetHeight > box.clientHeight ? Math.max(0, y - tip.offsetHeight - 10) : below}px`;
      say(lines.join(", "));
    },
    hide() {
      tip.hidden = true;
    },
    get text() {
      return tip.hidden ? "" : tip.textContent;
    },
  };
}

/** Round steps of 1, 2 or 5 for about `count` ticks over `span`. @param {number} span @param {number} count */
export function niceStep(span, count) {
  const raw = Math.max(span, Number.MIN_VALUE) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= raw) ?? raw;
}
