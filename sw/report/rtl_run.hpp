// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace jacquard::report {

// What a run of an RTL core beside its C++ golden model told, for the report.
struct RtlRun {
  std::string core;  // "ladder"
  int ports = 0;
  int bits = 0;
  int diagonals_per_clock = 0;
  std::int64_t load_cycles = 0;
  std::int64_t cycles = 0;                    // from start to done
  std::int64_t first_permutation_cycles = 0;  // from start; 0 if there was none
  std::int64_t permutations = 0;
  std::int64_t slots = 0;
  double efficiency = 1;
  std::int64_t compared_cycles = 0;  // clocks in which every output was compared
  std::int64_t mismatches = 0;       // 1 once they differed; comparing stops there
  std::string first_mismatch;        // "" if none
  bool valid = false;                // the independent checker on what the RTL emitted
  std::string waveform;              // file beside the report, "" if not traced
  std::string save_file;             // GTKWave's, "" if there is none
};

}  // namespace jacquard::report
