// SPDX-License-Identifier: Apache-2.0
// Elements. Names come from files of strangers: text is only ever set as text.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "rect", "line", "path", "text", "circle", "polyline", "title"]);

/**
 * An element with attributes (on* are listeners) and children; strings become text.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 */
export function el(tag, attributes = {}, ...children) {
  const element = SVG_TAGS.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child || child === "") element.append(child);
  return element;
}

/** A labelled part of a view. @param {string} title @param {...(Node | string)} children */
export const part = (title, ...children) => el("section", { class: "part" }, el("h2", {}, title), ...children);

/** A box with a figure, and what it counts below. @param {string} value @param {string} name */
export const fact = (value, name) => el("div", { class: "fact" }, el("b", {}, value), el("span", {}, name));

/** One choice of several. @param {string} label @param {string[]} names @param {number} at @param {(k: number) => void} chosen */
export function choice(label, names, at, chosen) {
  const select = el("select", { onchange: (event) => chosen(Number(event.target.value)) });
  names.forEach((name, k) => select.append(el("option", { value: k, selected: k === at }, name)));
  return el("label", { class: "choice" }, label, " ", select);
}

/** Says a line to screen readers. @param {string} line */
export function say(line) {
  const box = document.getElementById("said");
  if (box) box.textContent = line;
}
