// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/gtkwave.hpp"

namespace jacquard::report {
namespace {

// Trace flags of GTKWave's analyzer.h.
constexpr const char* kComment = "@200\n";     // TR_BLANK: a line of text between the signals
constexpr const char* kHexadecimal = "@22\n";  // TR_HEX | TR_RJUSTIFY
constexpr const char* kBit = "@28\n";          // TR_BIN | TR_RJUSTIFY

}  // namespace

std::string gtkwave_save(const std::string& dump_file, const std::string& scope,
                         const std::vector<WaveGroup>& groups) {
  std::string text = "[dumpfile] \"" + dump_file + "\"\n[timestart] 0\n[sst_expanded] 1\n";
  for (const WaveGroup& group : groups) {
    text += kComment;
    text += "-" + group.name + "\n";
    for (const std::string& signal : group.signals) {
      text += signal.find('[') == std::string::npos ? kBit : kHexadecimal;
      text += scope + signal + "\n";
    }
  }
  return text;
}

}  // namespace jacquard::report
