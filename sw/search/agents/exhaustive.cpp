// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/search/agents/agents.hpp"

namespace jacquard::search {
namespace {

constexpr std::int64_t kBatch = 4096;
constexpr double kMost = 1'099'511'627'776;  // 2^40: more than anybody waits for

class Exhaustive : public Agent {
 public:
  explicit Exhaustive(const FeasibleSet& set)
      : set_(set), all_(static_cast<std::int64_t>(set.feasible())) {}

  std::vector<Point> ask(std::int64_t most) override {
    const std::int64_t count = std::min({kBatch, most, all_ - next_});
    std::vector<Point> points;
    for (std::int64_t k = 0; k < count; ++k) {
      points.push_back(set_.at(static_cast<std::uint64_t>(next_++)));
    }
    return points;
  }

  void tell(base::Span<const Point>, base::Span<const Score>) override {}

 private:
  const FeasibleSet& set_;
  std::int64_t all_;
  std::int64_t next_ = 0;
};

}  // namespace

std::unique_ptr<Agent> make_exhaustive(const AgentSettings&, const FeasibleSet& set,
                                       std::uint64_t) {
  if (!(set.feasible() <= kMost)) {
    throw base::ConfigError(
        {"--agent", "", "a space of at most 2^40 feasible points for exhaustive",
         fmt::format("{:.3g}", set.feasible()), "--knobs holds others at the base"});
  }
  return std::make_unique<Exhaustive>(set);
}

}  // namespace jacquard::search
