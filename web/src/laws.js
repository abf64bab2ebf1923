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
