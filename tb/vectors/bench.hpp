// SPDX-License-Identifier: Apache-2.0
// Runs a device in Icarus on its vectors, in a folder that holds copies of what is needed: the
// tools are given bare names, wherever the tree is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vectors/device.hpp"

namespace jacquard::tb {

// The sources of the tree, copied to `folder` (which must exist): rtl/*/*.sv and the benches. Gives
// the names of the RTL files.
std::vector<std::string> copy_sources(const std::string& folder);

// Writes the vectors of a device to folder/<name>.
void write_vectors(const std::string& folder, const std::string& name, const Vectors& vectors);

enum class Outcome {
  passed,
  differed,     // an output was wrong or X
  timed_out,    // did not end within the limit
  not_compiled  // the simulator's compiler refused it
};

struct BenchRun {
  Outcome outcome = Outcome::passed;
  std::string said;  // the first difference, or the tool's first line
};

// Compiles `files` and the bench of `device` in `folder` and runs it on the vectors named.
// `seconds` limits each of the two. `gates`: the files are a netlist without parameters.
struct BenchJob {
  std::string folder;
  std::vector<std::string> files;  // relative to folder
  std::string vectors;             // relative to folder
  std::string image = "bench.vvp";
  std::vector<std::string> defines;
  int seconds = 60;
};
BenchRun run_bench(const Device& device, const BenchJob& job);

}  // namespace jacquard::tb
