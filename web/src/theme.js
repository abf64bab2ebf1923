// SPDX-License-Identifier: Apache-2.0
// Colours of the style sheet for canvases, which do not follow it by themselves.

// A style that is asked for costs more than a rectangle: each is asked for once.
const known = new Map();

/** The value of a colour variable now, such as colour("c0"). @param {string} name */
export function colour(name) {
  if (!known.has(name)) known.set(name, getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
  return known.get(name);
}

/** Okabe and Ito's seven, for whatever is told apart. @param {number} k */
export const tone = (k) => colour(`c${k % 7}`);

/** As many colours as needed: hues at two lightnesses, for ports; none is the orange of guards. @param {number} k @param {number} of */
export const portColour = (k, of) => (of <= 7 ? tone(k) : `hsl(${Math.round(55 + (330 * k) / of)} 60% ${k % 2 ? 62 : 48}%)`);

const STOPS = ["#440154", "#472d7b", "#3b528b", "#2c728e", "#21918c", "#28ae80", "#5ec962", "#addc30", "#fde725"];
const channels = STOPS.map((c) => [1, 3, 5].map((at) => parseInt(c.slice(at, at + 2), 16)));

/** viridis, ordered by lightness for every kind of colour vision. @param {number} share 0..1 */
export function viridis(share) {
  const x = Math.min(Math.max(share, 0), 1) * 8;
  const below = Math.min(Math.floor(x), 7);
  const mix = channels[below].map((low, c) => Math.round(low + (channels[below + 1][c] - low) * (x - below)));
  return `rgb(${mix.join(",")})`;
}

const listeners = new Set();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (known.clear(), listeners.forEach((redraw) => redraw())));

/** Calls `redraw` when the reader's preference changes. */
export const onTheme = (redraw) => listeners.add(redraw);

/** Views that leave the page hear no more of it. */
export const forgetThemes = () => listeners.clear();
