// SPDX-License-Identifier: Apache-2.0
// What the program put into the page, or its server hands out.

function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k) bytes[k] = text.charCodeAt(k);
  return bytes;
}

/** The documents of this page. `server` is the address before requests, or null. */
export async function load() {
  const packed = document.getElementById("data").textContent.trim();
  if (packed === "") {
    const base = location.pathname.replace(/\/$/, "");
    const answer = await fetch(`${base}/data`);
    if (!answer.ok) throw new Error(`the server says ${answer.status}`);
    return { ...(await unpacked(await answer.blob())), server: base };
  }
  return { ...(await unpacked(new Blob([bytesOf(packed)]))), server: null };
}

async function unpacked(blob) {
  const stream = blob.stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** Rows of CSV (RFC 4180) as objects by the first line's names. @param {string} text */
export function csv(text) {
  const lines = [];
  let line = [], field = "", quoted = false;
  for (let k = 0; k < text.length; ++k) {
    const c = text[k];
    if (quoted) {
      if (c !== '"') field += c;
      else if (text[k + 1] === '"') field += text[++k];
      else quoted = false;
    } else if (c === '"') quoted = true;
    else if (c === "," || c === "\n") {
      line.push(field);
      field = "";
      if (c === "\n") lines.push(line), (line = []);
    } else if (c !== "\r") field += c;
  }
  if (field !== "" || line.length > 0) lines.push([...line, field]);
  const names = lines.shift() ?? [];
  return lines.map((values) => Object.fromEntries(names.map((name, k) => [name, values[k] ?? ""])));
}

/** All rows of a document's results, each with its command. */
export const rowsOf = (doc) => doc.results.flatMap(({ result }) => rowsIn(result));

/** The rows of one result; what is no row is left out. */
export const rowsIn = (result) => (Array.isArray(result.rows) ? result.rows.filter((row) => row && typeof row === "object") : []);

/** Rows of one row_kind ("" for rows without). */
export const rowsOfKind = (doc, kind) => rowsOf(doc).filter((row) => (row.row_kind ?? "") === kind);

/** The command of a document's first result. */
export const commandOf = (doc) => doc.results[0]?.result.command ?? "";

/** A document's name: that of a run into a temporary folder is its command. */
export const nameOf = (doc) => {
  const line = doc.results[0]?.result.command_line;
  return line && (/^\/tmp\//.test(doc.name) || /(^|\/)run-\d+$/.test(doc.name)) ? line.replace(/^\S*jacquard +/, "") : doc.name;
};

/** A table of the document by the name of its file, as rows; none: []. */
export const tableOf = (doc, file) => {
  const table = doc.tables.find((one) => one.file === file);
  return table ? csv(table.text) : [];
};

/**
 * Settings of a schedule file in full: [{from, hold, columns}], from in slots.
 * @param {{ports: number, entries: {hold: number, changes: [number, number][]}[]}} schedule
 */
export function settingsOf(schedule) {
  const columns = new Int32Array(schedule.ports).fill(-1);
  let from = 0;
  return schedule.entries.map(({ hold, changes }) => {
    for (const [row, column] of changes) columns[row] = column;
    const setting = { from, hold, columns: columns.slice() };
    from += hold;
    return setting;
  });
}
