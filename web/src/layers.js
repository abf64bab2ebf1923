// SPDX-License-Identifier: Apache-2.0
// A canvas for very many marks: they are drawn into a picture over several frames, and what follows the pointer is drawn on top of it.
import { canvas } from "./canvas.js";
import { onTheme } from "./theme.js";

const BUDGET_MS = 4, BATCH = 400;

/**
 * `mark(context, from, to)` draws the marks of these places, `over(context, width, height)` what stands above them.
 * @param {{label: string, height: number, count: () => number, mark: (c: CanvasRenderingContext2D, from: number, to: number, w: number, h: number) => void,
 *   over: (c: CanvasRenderingContext2D, w: number, h: number) => void}} options
 */
export function layers({ label, height, count, mark, over }) {
  const picture = document.createElement("canvas");
  let done = 0;
  const restart = () => ((done = 0), view.redraw());
  const view = canvas({ label, height, draw(context, width, high) {
    const ratio = devicePixelRatio || 1, c = picture.getContext("2d");
    if (picture.width !== Math.round(width * ratio) || picture.height !== Math.round(high * ratio)) {
      picture.width = Math.round(width * ratio), picture.height = Math.round(high * ratio), (done = 0);
    }
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (done === 0) c.clearRect(0, 0, width, high);
    const until = performance.now() + BUDGET_MS, all = count();
    while (done < all && performance.now() < until) {
      const to = Math.min(done + BATCH, all);
      mark(c, done, to, width, high);
      done = to;
    }
    context.drawImage(picture, 0, 0, width, high);
    over(context, width, high);
    if (done < all) view.redraw();
  } });
  onTheme(restart);
  return { ...view, restart, finished: () => done >= count() };
}
