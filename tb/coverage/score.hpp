// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coverage/constants.hpp"
#include "coverage/lines.hpp"
#include "jacquard/rtl/line_counts.hpp"
#include "jacquard/rtl/toggles.hpp"

namespace jacquard::tb {

// How much of what could be covered was.
struct Score {
  std::int64_t points = 0;
  std::int64_t covered = 0;
  std::int64_t constant = 0;         // not among the points: proved constant
  std::int64_t no_hardware = 0;      // not among the points: no hardware
  std::vector<std::string> missing;  // a name each

  double percent() const;
};

// The module of rtl/ whose instance declares `signal`: instances are named u_, as are the scopes of
// the device's waveform.
std::string module_of(const Device& device, const std::string& signal);

// True of what no hardware has: loop variables of processes, and signals named unused_, which tell
// lint that some bits are meant to go nowhere.
bool is_not_hardware(const std::string& signal);

// Bits of hardware that did not both rise and fall.
std::vector<ConstantBit> still_bits(const std::vector<rtl::SignalToggles>& signals);

// Two points per bit, its rise and its fall, of the signals of one module of the device. Excluded
// are what is no hardware and the bits `proved` constant.
Score toggle_score(const Device& device, const std::string& module,
                   const std::vector<rtl::SignalToggles>& signals,
                   const std::vector<ConstantBit>& proved);

// The points of one file. Excluded are those in functions of which only constants are made.
Score line_score(const std::string& file, const std::string& source, const rtl::LineCounts& counts);

}  // namespace jacquard::tb
