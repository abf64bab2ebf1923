// SPDX-License-Identifier: Apache-2.0
// Closed forms of the program, for sliders. A test holds each against the program's own answers.

/**
 * Time of a schedule of one hop: all slots, and a guard before each setting (or in every slot, --guard-per slot). What a
 * scheduler decides before the first slot delays it.
 * @param {{slots: number, permutations: number}} schedule
 * @param {{slot: number, guard: number, decision?: number, perSlot?: boolean}} times picoseconds
 */
export const makespan = ({ slots, permutations }, { slot, guard, decision = 0, perSlot = false }) =>
  decision + slots * slot + (perSlot ? slots : permutations) * guard;

/** No schedule of one hop takes less: the largest, over rows and columns, of bytes at the rate and a guard for each pair. */
export const lineBound = (lines, { slot, guard }) => Math.max(0, ...lines.map(({ quanta, pairs }) => quanta * slot + pairs * guard));

/**
 * The line on which all points lie, to the rounding of picoseconds: {fixed, each, off}, off being the largest deviation. Fewer than three points,
 * or points off the line of the outer two: null.
 * @param {[number, number][]} points in order
 */
export function affine(points) {
  if (points.length < 3) return null;
  const [x0, t0] = points[0], [x1, t1] = points[points.length - 1], each = (t1 - t0) / (x1 - x0), fixed = t0 - each * x0;
  const deviations = points.map(([x, t]) => [Math.abs(fixed + each * x - t), t]);
  if (each <= 0 || deviations.some(([off, t]) => off > Math.max(20, 1e-6 * t))) return null;
  return { fixed, each, off: Math.max(...deviations.map(([off]) => off)) };
}

/**
 * Where the time of a fabric's row went, as `jacquard explain` shares it out: data, guard and decision in turn take what is left of the time. A
 * decision goes on while settings are held: only time beside holds and guards waits for it.
 */
export function timeParts(row) {
  const time = row.completion_mean_ps, guard = row.guard_ps ?? 0, waiting = Math.max(0, time - (row.hold_ps ?? 0) - guard);
  let left = time;
  const take = (wanted) => {
    const taken = Math.min(wanted, left);
    left -= taken;
    return taken;
  };
  const data = take(row.efficiency * time), guarded = take(guard), decision = take(Math.min(row.decision_ps ?? 0, waiting));
  return { time, data, guard: guarded, decision, other: left };
}

/**
 * A step whose operations take 1 / k of their time ends no earlier than the chain that made it as long: each operation of
 * the critical path still waits for the one before it. What is neither (latency, waits) stays.
 * @param {{time: number, compute: number, communication: number}} path picoseconds, of the step and on its critical path
 * @param {{kernels?: number, network?: number}} faster how many times as fast
 */
export const pathBound = ({ time, compute, communication }, { kernels = 1, network = 1 }) =>
  time - compute * (1 - 1 / kernels) - communication * (1 - 1 / network);

/**
 * A pipeline of one forward and one backward pass in turn: once all stages work, a further micro-batch takes what lies between
 * two of them. With m micro-batches on p equal stages of time t that is (m + p - 1) t and what is done once.
 * @param {{time: number, microBatches: number, period: number}} step that ran, of at least as many micro-batches as stages
 * @param {number} m
 */
export const pipelineStep = ({ time, microBatches, period }, m) => time + (m - microBatches) * period;
