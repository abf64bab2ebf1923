// SPDX-License-Identifier: Apache-2.0
// How figures read: three significant digits and a unit, as in the program's tables. What is no number reads as nothing.

const digits = (x) => (x === 0 ? "0" : Math.abs(x) >= 100 ? String(Math.round(x)) : String(Number(x.toPrecision(3))));

const scaled = (value, steps) => {
  if (!Number.isFinite(value)) return "";
  const size = Math.abs(value);
  const [unit, name] = steps.find(([least]) => size >= least) ?? steps[steps.length - 1];
  return `${digits(value / unit)} ${name}`;
};

/** Picoseconds as "12.3 us". @param {number} ps */
export const time = (ps) =>
  ps === 0 ? "0 s" : scaled(ps, [[1e12, "s"], [1e9, "ms"], [1e6, "us"], [1e3, "ns"], [1, "ps"]]);

/** Picoseconds as an option takes them: exact, in the unit that needs least digits. @param {number} ps */
export const exactTime = (ps) => {
  const whole = Math.round(ps), texts = [["s", 1e12], ["ms", 1e9], ["us", 1e6], ["ns", 1e3], ["ps", 1]].map(([unit, each]) => [String(whole / each), unit, each]);
  const exact = texts.filter(([text, , each]) => !text.includes("e") && Math.round(Number(text) * each) === whole);
  return exact.reduce((a, b) => (b[0].length < a[0].length ? b : a)).slice(0, 2).join(" ");
};

/** Bytes as "1.23 MB". @param {number} n */
export const size = (n) => scaled(n, [[1e12, "TB"], [1e9, "GB"], [1e6, "MB"], [1e3, "kB"], [1, "B"]]);

/** "1.23 T" of a number, before a unit. @param {number} n */
export const count = (n) => scaled(n, [[1e18, "E"], [1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""]]);

/** "1,234.5", four digits after a large one. @param {number} x */
export const number = (x) => {
  if (!Number.isFinite(x)) return "";
  if (Number.isInteger(x)) return x.toLocaleString("en-US");
  const size = Math.abs(x);
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return x.toExponential(3);
  return size >= 1000 ? Math.round(x).toLocaleString("en-US") : String(Number(x.toPrecision(4)));
};

/** A share as "98.4 %". @param {number} share */
export const percent = (share) => (Number.isFinite(share) ? `${digits(share * 100)} %` : "");

/** A value of a row by the unit that its key ends with. @param {string} key @param {unknown} value */
export const cell = (key, value) => {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return JSON.stringify(value);
  if (typeof value !== "number") return String(value);
  if (/_ps$/.test(key)) return time(value);
  if (/_ns$/.test(key)) return time(value * 1e3);
  if (/(^|_)bytes$/.test(key) && key !== "efficiency_bytes") return size(value);
  if (/flops_per_s$/.test(key)) return `${count(value)}FLOP/s`;
  return number(value);
};

/** A key as words: "makespan_ps" reads "makespan". @param {string} key */
export const words = (key) => (key === "efficiency_bytes" ? key : key.replace(/_(ps|ns|bytes)$/, "")).replaceAll("_", " ");

const TIMES = { ps: 1, ns: 1e3, us: 1e6, ms: 1e9, s: 1e12 };
const SIZES = { B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** "10 us" as {value: picoseconds, show}; of another unit its number; words: null. @param {string} text */
export const quantity = (text) => {
  const found = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)\s*(\S*)\s*$/i.exec(text);
  if (!found || !Number.isFinite(Number(found[1]))) return null;
  const [, digits, unit] = found;
  if (TIMES[unit]) return { value: Number(digits) * TIMES[unit], show: time, unit: "time" };
  if (SIZES[unit]) return { value: Number(digits) * SIZES[unit], show: size, unit: "bytes" };
  return { value: Number(digits), show: (v) => `${number(v)} ${unit}`.trim(), unit };
};
