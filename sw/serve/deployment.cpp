// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/deployment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace jacquard::serve {
namespace {

// The divisors of `whole` nearest to `found`, below and above: what would do in its place.
std::string near_divisors(int whole, int found) {
  int below = 0, above = 0;
  for (int d = 1; d <= whole; ++d) {
    if (whole % d != 0) continue;
    if (d < found) below = d;
    if (d > found && above == 0) above = d;
  }
  if (below > 0 && above > 0) return fmt::format("{} and {} would do", below, above);
  return fmt::format("{} would do", below > 0 ? below : above);
}

void require_divides(const config::Place& place, int whole, int degree, const char* what) {
  if (degree < 1) place.fail("a whole number of at least 1", std::to_string(degree));
  if (whole % degree == 0) return;
  place.fail(fmt::format("a divisor of the model's {} {}", whole, what), std::to_string(degree),
             near_divisors(whole, degree));
}

}  // namespace

HostTimes host_times(cost::Software software, bool ahead) {
  using base::Seconds;
  switch (software) {
    case cost::Software::any:
      break;
    case cost::Software::vllm:
      return ahead ? HostTimes{Seconds{0.3e-3}, Seconds{0}, Seconds{15e-3}}
                   : HostTimes{Seconds{1.5e-3}, Seconds{35e-6}, Seconds{15e-3}};
    case cost::Software::sglang:
      return {Seconds{0.5e-3}, Seconds{15e-6}, Seconds{50e-3}};
    case cost::Software::trtllm:
      return {Seconds{0.35e-3}, Seconds{8e-6}, Seconds{50e-3}};
  }
  return {};
}

int expert_ep_of(const Deployment& d) {
  if (d.expert_ep > 0) return d.expert_ep;
  return d.expert_tp > 0 ? std::max(1, d.npus_of_experts() / d.expert_tp) : 1;
}

int expert_tp_of(const Deployment& d) {
  if (d.expert_tp > 0) return d.expert_tp;
  return std::max(1, d.npus_of_experts() / expert_ep_of(d));
}

int placed_experts(const Deployment& d) { return d.model.experts.count + d.redundant_experts; }

bool sends_to_experts(const Deployment& d) {
  if (d.expert_npus > 0) return true;
  constexpr int kGathered = 8;  // NPUs over which engines gather: a node of most systems
  const bool apart = d.attention_dp > 1 && expert_ep_of(d) == d.npus_of_a_stage();
  if (!apart || d.exchange == TokenExchange::gather) return false;
  const bool wide = d.npus_of_a_stage() > kGathered || d.redundant_experts > 0;
  return wide || d.exchange == TokenExchange::deepep;
}

double Drafts::made_by_a_step() const {
  double made = 0;
  double chance = 1;
  for (int i = 0; i <= tokens; ++i, chance *= acceptance) made += chance;
  return made;
}

void require_divisible(const Deployment& d, const config::Place& place) {
  const workload::Model& m = d.model;
  require_divides(place / "tp", m.heads, d.tp, "query heads");
  if (d.pp < 1 || d.pp > m.layers) {
    (place / "pp").fail(fmt::format("1..{}, the model's layers", m.layers), std::to_string(d.pp));
  }
  if (d.attention_dp < 1) {
    (place / "dp").fail("a whole number of at least 1", std::to_string(d.attention_dp));
  }
  if (!m.has_experts()) return;
  const char* const experts = d.redundant_experts > 0 ? "experts and redundant ones" : "experts";
  require_divides(place / "ep", placed_experts(d), expert_ep_of(d), experts);
  if (expert_tp_of(d) * expert_ep_of(d) != d.npus_of_experts()) {
    (place / "ep")
        .fail(fmt::format("parts of the experts that multiply to the {} NPUs of a stage",
                          d.npus_of_experts()),
              fmt::format("{} x {}", expert_tp_of(d), expert_ep_of(d)));
  }
}

}  // namespace jacquard::serve
