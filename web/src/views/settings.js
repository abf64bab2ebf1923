// SPDX-License-Identifier: Apache-2.0
// How it was made: command, configuration, version, notes.
import { el, part } from "../dom.js";

export const settingsView = {
  id: "made",
  title: "How it was made",
  fits: (doc) => doc.results.length > 0 || doc.notes.length > 0,
  draw(root, app, doc) {
    for (const { file, result } of doc.results) {
      const about = [["command", result.command_line ?? result.command], ["version", result.version], ["configuration", result.config_hash], ["seed", result.seed]];
      root.append(part(file, el("table", { class: "lines" }, el("tbody", {}, ...about.map(([name, value]) => el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, el("code", {}, String(value ?? ""))))))),
        result.config ? el("details", {}, el("summary", {}, "configuration"), el("pre", { tabindex: "0" }, JSON.stringify(result.config, null, 1).slice(0, 200_000))) : ""));
    }
    if (doc.notes.length > 0) root.append(part("Left out", ...doc.notes.map((note) => el("p", {}, note))));
  },
};
