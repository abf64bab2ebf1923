// SPDX-License-Identifier: Apache-2.0
// Verilated models, built when first asked for and kept.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace jacquard::rtl {

// The waveform that a model can write.
enum class Waves { none, fst, vcd };
// By the name of its file; none of "".
Waves waves_of(const std::string& file);

struct ModelSpec {
  std::string top;                                      // module
  std::vector<std::string> sources;                     // SystemVerilog files, absolute paths
  std::vector<std::pair<std::string, int>> parameters;  // of the top module
  std::string shim;                                     // what drives it: a .cpp of shim/
  Waves waves = Waves::none;
  // A user's RTL is built for trust rather than speed: from `text`, with assertions, always
  // able to trace (FST, where nothing is said), whatever lint has to say.
  bool from_user = false;
  std::string text = {};
  std::vector<std::string> words = {};  // for Verilator, after its own
  bool vectors = false;  // most of its time goes into loops over words, for the compiler to vectorise
  bool coverage = false;  // of a user's: counts what its lines and bits do; writes no waveform
};

// Path of the shared object built from `spec`. The cache is $JACQUARD_CACHE, else
// $XDG_CACHE_HOME/jacquard, else ~/.cache/jacquard. The key hashes the texts of RTL and shim, the
// parameters, the versions of Verilator and the C++ compiler, and whether Yosys can judge loops. A
// first build says so on stderr.
// Throws ConfigError if a tool is missing or refuses, with the tool's own first error line, or if a
// user's RTL has a combinational loop.
std::string build_model(const ModelSpec& spec);

// The line of a tool's output that says what is wrong: its first complaint, else its first line.
std::string complaint_in(const std::string& output);

}  // namespace jacquard::rtl
