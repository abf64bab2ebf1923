// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/clock.hpp"

#include <cmath>

#include "jacquard/serve/celestisim/timing.hpp"

namespace jacquard::serve::celestisim {
namespace {

class PaperClock : public StepClock {
 public:
  PaperClock(const workload::Model& model, const PaperSystem& machine, const Rules& rules)
      : model_(model), machine_(machine), rules_(rules), timing_(model_, machine_, rules_) {}

  StepTime time(base::Span<const StepLoad> groups) override {
    const StepLoad& load = groups[0];
    timing_.hold(bytes_of(load));
    double seconds = timing_.fixed(static_cast<double>(load.tokens()), load.samples());
    for (const PromptChunk& chunk : load.prompts) {
      const auto tokens = static_cast<double>(chunk.tokens);
      seconds += timing_.attention({1, tokens, tokens + chunk.cached});
    }
    if (load.decodes > 0) {
      const double keys = static_cast<double>(load.decode_keys) / load.decodes;
      seconds += timing_.attention({static_cast<double>(load.decodes), 1, keys});
    }
    const base::Picoseconds took{std::llround(seconds * timing_.overlap() * 1e12)};
    return {took, took};
  }

 private:
  double bytes_of(const StepLoad& load) const {
    auto keys = static_cast<double>(load.decode_keys);
    for (const PromptChunk& chunk : load.prompts) keys += chunk.tokens + chunk.cached;
    return static_cast<double>(weight_bytes(model_).count()) +
           keys * static_cast<double>(kv_bytes_of_token(model_, rules_).count());
  }

  workload::Model model_;
  PaperSystem machine_;
  Rules rules_;
  Timing timing_;  // refers to those above
};

}  // namespace

std::unique_ptr<StepClock> paper_clock(const workload::Model& model, const PaperSystem& machine,
                                       const Rules& rules, const config::Place& place) {
  require_plain(model, place);
  return std::make_unique<PaperClock>(model, machine, rules);
}

}  // namespace jacquard::serve::celestisim
