// SPDX-License-Identifier: Apache-2.0
// --sweep KEY=A,B,C of any verb: the command for each value, in one result.
#pragma once

#include "sim/cli/program.hpp"

namespace jacquard::cli {

inline constexpr int kMostPoints = 1'000;

// Runs the command line that `program` has parsed once for each combination of values, the first
// key varying slowest, and prints all rows as one result: each begins with its values, as
// `sweep_point`. A KEY that is an option of the verb is given as that option, one that names a word
// such as MODEL as that word, else by --set. With --out DIR, draws DIR/sweep.svg and
// DIR/sweep.html; what each point writes goes to a folder of its own. A point that cannot run is a
// row `refused` with the reason. Gives the largest exit code. Throws what the first point throws
// where none can run.
int run_sweep(const Program& program, base::Span<const Command> verbs);

}  // namespace jacquard::cli
