// SPDX-License-Identifier: Apache-2.0
// Pictures that the command drew. As images they run no scripts, whatever they hold.
import { el, part } from "../dom.js";

export const picturesView = {
  id: "pictures",
  title: "Pictures",
  fits: (doc) => doc.pictures.length > 0,
  draw(root, _, doc) {
    for (const { file, text } of doc.pictures)
      root.append(part(file, el("div", { class: "wide" }, el("img", { alt: file, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}` }))));
  },
};
