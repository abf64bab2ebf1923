// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/expert_start.hpp"

#include <algorithm>
#include <charconv>

#include "jacquard/base/error.hpp"

namespace jacquard::machine {
namespace {

using base::Picoseconds;

constexpr const char* kGroup = "group:";
constexpr int kMostSettings = 1'000'000;
constexpr const char* kExpected = "end, setting, or group:N with N of 1 to 1,000,000";

// 0 of what is no number of settings.
int settings_in(const std::string& digits) {
  int settings = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, fault] = std::from_chars(digits.data(), end, settings);
  const bool whole = fault == std::errc() && stop == end;
  return whole && settings >= 1 && settings <= kMostSettings ? settings : 0;
}

ExpertStart read_start(const config::Json& json, const config::Place& place) {
  const std::string word = json.is_string() ? json.get<std::string>() : "";
  if (word == "end") return {};
  if (word == "setting") return {1};
  const std::string group = kGroup;
  const int settings = word.rfind(group, 0) == 0 ? settings_in(word.substr(group.size())) : 0;
  if (settings == 0) {
    place.fail(kExpected, config::brief(json));
  }
  return {settings};
}

}  // namespace

config::Codec<ExpertStart> expert_start_codec() {
  return config::Codec<ExpertStart>(
      kExpected,
      config::Document{{"type", "string"}, {"pattern", "^(end|setting|group:[1-9][0-9]{0,6})$"}},
      config::TextForm::string, read_start,
      [](const ExpertStart& start) { return config::Document(text_of(start)); });
}

std::string text_of(const ExpertStart& start) {
  if (start.at_end()) return "end";
  return start.settings == 1 ? "setting" : kGroup + std::to_string(start.settings);
}

std::vector<ExpertKernel> kernels_of(const std::vector<Arrival>& arrivals, std::int64_t own,
                                     const ExpertStart& start) {
  std::vector<std::pair<Picoseconds, std::int64_t>> kernels;
  std::int64_t total = own, waiting = own;
  int settings = 0;
  for (std::size_t k = 0; k < arrivals.size(); ++k) {
    total += arrivals[k].bytes;
    waiting += arrivals[k].bytes;
    const bool last = k + 1 == arrivals.size();
    if (!last && arrivals[k + 1].at == arrivals[k].at) continue;
    ++settings;
    if (!last && (start.at_end() || settings < start.settings)) continue;
    kernels.emplace_back(arrivals[k].at, waiting);
    waiting = 0;
    settings = 0;
  }
  if (waiting > 0) kernels.emplace_back(Picoseconds{0}, waiting);
  std::vector<ExpertKernel> shares;
  for (const auto& [at, bytes] : kernels) {
    if (bytes == 0) continue;
    shares.push_back({at, static_cast<double>(bytes) / static_cast<double>(total)});
  }
  return shares;
}

Picoseconds end_of(const std::vector<ExpertKernel>& kernels,
                   const std::function<Picoseconds(double share)>& time) {
  Picoseconds end{0};
  for (const ExpertKernel& kernel : kernels) end = std::max(end, kernel.at) + time(kernel.share);
  return end;
}

}  // namespace jacquard::machine
