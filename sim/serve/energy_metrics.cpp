// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/energy_metrics.hpp"

namespace jacquard::serve {

std::string energy_sentence(const EnergyParts& parts, double tokens) {
  const std::optional<base::Joules> all = parts.all();
  if (parts.interconnect.empty() || !all || tokens <= 0) return "";
  std::string text;
  const auto add = [&](const char* what, const std::optional<base::Joules>& part) {
    if (!part) return;
    text += fmt::format("{}{:.3g} J by {}", text.empty() ? "" : ", ", part->count() / tokens, what);
  };
  add("NPUs", parts.npus);
  add("their memories", parts.memories);
  add("links", parts.links);
  add("the switch", parts.a_switch);
  add("the scheduler", parts.scheduler);
  const std::string left = parts.left_out.empty() ? "" : " Left out: " + parts.left_out + ".";
  const std::string assumed = parts.assumed.empty() ? "" : " Assumed: " + parts.assumed + ".";
  return fmt::format("An output token takes {:.3g} J with {}: {}.{}{}", all->count() / tokens,
                     parts.interconnect, text, left, assumed);
}

}  // namespace jacquard::serve
