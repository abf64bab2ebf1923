// SPDX-License-Identifier: Apache-2.0
#include "coverage/score.hpp"

#include <fmt/format.h>

#include <set>

#include "jacquard/base/error.hpp"

namespace jacquard::tb {
namespace {

std::string name_of(const std::string& signal, std::size_t width, std::size_t bit) {
  return width == 1 ? signal : fmt::format("{}[{}]", signal, bit);
}

std::string last_scope(const std::string& signal) { return signal.substr(signal.rfind('.') + 1); }

}  // namespace

double Score::percent() const {
  return points == 0 ? 100.0 : 100.0 * static_cast<double>(covered) / static_cast<double>(points);
}

std::string module_of(const Device& device, const std::string& signal) {
  const std::string path = "." + signal;
  const std::size_t at = path.rfind(".u_");  // the innermost
  if (at == std::string::npos) return device.module;
  const std::size_t begin = at + 3;
  const std::string instance = path.substr(begin, path.find('.', begin) - begin);
  if (instance == "core") {
    if (device.name == "choose") return "jq_chooser";
    if (device.name == "descend") return "jq_bvn_ladder";
    return (device.name == "shift" || device.name == "few" ? "jq_" : "jq_bvn_") + device.name;
  }
  if (instance == "ladder") return "jq_bvn_ladder";
  if (instance == "diagonal") return "jq_bvn_ladder_diagonal";
  if (instance == "few" || instance == "shift" || instance == "choose") return "jq_" + instance;
  if (instance == "lines") return "jq_choose_lines";
  if (instance == "lane") return "jq_few_lane";
  if (instance == "digit") return "jq_shift_digit";
  for (const char* tree : {"sum", "largest", "longest", "left", "slots", "settings"}) {
    if (instance == tree) return "jq_shift_tree";
  }
  JQ_CHECK(instance == "wwfa", "an instance in rtl/ is of a module known here");
  return "jq_" + instance;
}

bool is_not_hardware(const std::string& signal) {
  return signal.find("unnamedblk") != std::string::npos ||
         last_scope(signal).rfind("unused_", 0) == 0;
}

std::vector<ConstantBit> still_bits(const std::vector<rtl::SignalToggles>& signals) {
  std::vector<ConstantBit> still;
  for (const rtl::SignalToggles& signal : signals) {
    if (is_not_hardware(signal.name)) continue;
    for (std::size_t b = 0; b < signal.bits.size(); ++b) {
      const rtl::BitToggles& bit = signal.bits[b];
      if (bit.rose && bit.fell) continue;
      still.push_back(
          {signal.name, static_cast<int>(b), static_cast<int>(signal.bits.size()), bit.last});
    }
  }
  return still;
}

Score toggle_score(const Device& device, const std::string& module,
                   const std::vector<rtl::SignalToggles>& signals,
                   const std::vector<ConstantBit>& proved) {
  std::set<std::string> constant;
  for (const ConstantBit& bit : proved) {
    constant.insert(name_of(bit.signal, static_cast<std::size_t>(bit.width),
                            static_cast<std::size_t>(bit.bit)));
  }
  Score score;
  for (const rtl::SignalToggles& signal : signals) {
    if (module_of(device, signal.name) != module) continue;
    for (std::size_t b = 0; b < signal.bits.size(); ++b) {
      const std::string name = name_of(signal.name, signal.bits.size(), b);
      if (is_not_hardware(signal.name)) {
        score.no_hardware += 2;
        continue;
      }
      if (constant.count(name) != 0) {
        score.constant += 2;
        continue;
      }
      const rtl::BitToggles& bit = signal.bits[b];
      score.points += 2;
      score.covered += bit.rose + bit.fell;
      if (!bit.rose || !bit.fell) {
        score.missing.push_back(fmt::format("{} never {}", name,
                                            bit.rose   ? "falls"
                                            : bit.fell ? "rises"
                                                       : "changes"));
      }
    }
  }
  return score;
}

Score line_score(const std::string& file, const std::string& source,
                 const rtl::LineCounts& counts) {
  Score score;
  for (const auto& [point, count] : counts) {
    if (point.file != file) continue;
    if (in_constant_function(source, point.line)) {
      ++score.no_hardware;
      continue;
    }
    ++score.points;
    score.covered += count > 0;
    if (count == 0) score.missing.push_back(fmt::format("{}:{} {}", file, point.line, point.what));
  }
  return score;
}

}  // namespace jacquard::tb
