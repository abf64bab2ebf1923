// SPDX-License-Identifier: Apache-2.0
import { el } from "./dom.js";

/**
 * Sliders of one closed form. Each moves on a scale of logarithms and shows its value; `moved(values)` is called at once.
 * @param {{key: string, label: string, value: number, low: number, high: number, show: (v: number) => string}[]} all
 * @param {(values: Record<string, number>) => void} moved
 */
export function sliders(all, moved) {
  const values = Object.fromEntries(all.map((one) => [one.key, one.value]));
  const steps = 400;
  const row = (one) => {
    // 0 stands left of the least value.
    const of = (step) => (step === 0 && one.value === 0 ? 0 : one.low * (one.high / one.low) ** (step / steps));
    const at = one.value <= one.low ? 0 : Math.round((Math.log(one.value / one.low) / Math.log(one.high / one.low)) * steps);
    const out = el("output", {}, one.show(one.value));
    const input = el("input", {
      type: "range", min: 0, max: steps, value: at, "data-key": one.key, "aria-label": one.label, "aria-valuetext": one.show(one.value),
      oninput: () => {
        const step = Number(input.value);
        values[one.key] = step === at ? one.value : of(step);
        out.textContent = one.show(values[one.key]);
        input.setAttribute("aria-valuetext", out.textContent);
        moved(values);
      },
    });
    return el("label", { class: "slider" }, el("span", {}, one.label), input, out);
  };
  return el("div", { class: "sliders", role: "group" }, ...all.map(row));
}
