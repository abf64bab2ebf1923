// SPDX-License-Identifier: Apache-2.0
// A command to copy; with the server, one to run.
import { el, say } from "./dom.js";

/**
 * @param {any} app @param {any} doc @param {Record<string, string>} options what is asked beyond the document's own command,
 *   such as {"--rate": "20 /s"}
 * @param {(result: any) => Promise<{at: number, name: string, compared: boolean}>} [ran] adds the result to the page
 */
export function command(app, doc, options, ran) {
  // An option that is asked anew replaces its own; --set may stand several times.
  const own = Object.keys(options).filter((name) => name !== "--set" && name !== "--sweep").reduce((line, name) => line.replace(new RegExp(`\\s${name}[ =]('[^']*'|\\S+)`, "g"), ""), doc.results[0]?.result.command_line ?? "");
  const extra = Object.entries(options).map(([name, value]) => `${name} ${quoted(value)}`).join(" ");
  const line = `${own} ${extra}`.trim();
  const refused = () => say("the browser lets no page in a frame copy");
  const copy = el("button", { onclick: () => navigator.clipboard?.writeText(line).then(() => say("copied"), refused) }, "copy");
  const status = el("span", { class: "soft ran", role: "status" });
  const run = el("button", {
    onclick: async () => {
      status.textContent = "running …";
      try {
        const answer = await fetch(`${app.server}/run`, { method: "POST", body: JSON.stringify({ document: app.documents.indexOf(doc), options }) });
        const text = await answer.text(), said = text.startsWith("{") ? JSON.parse(text) : { error: text || `the server says ${answer.status}` };
        status.textContent = answer.ok ? "done" : said.error;
        const added = answer.ok && (await ran?.(said));
        if (added) status.replaceChildren(`done: ${added.name} `, el("button", { onclick: () => app.open(added.at, "") }, "show it"), added.compared ? el("button", { onclick: () => app.open(added.at, "compare") }, "compare") : "");
      } catch (error) {
        status.textContent = `the server does not answer: ${error.message}`;
      }
    },
  }, "run");
  if (!own) return el("span", {});
  return el("div", { class: "command" }, el("code", {}, line), copy, app.server && ran && run, status);
}

const quoted = (word) => (/^[\w.,:/=+-]+$/.test(word) ? word : `'${String(word).replaceAll("'", "'\\''")}'`);
