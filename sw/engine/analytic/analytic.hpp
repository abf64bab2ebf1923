// SPDX-License-Identifier: Apache-2.0
// Closed forms: a collective's time in microseconds of wall clock, whatever the number of NPUs.
#pragma once

#include "jacquard/engine/engine.hpp"

namespace jacquard::engine {

// Answers the request that the scenario's rounds were made from, and jobs (job/closed_forms.hpp),
// which serialise collectives that share a dimension. Modes faithful and astra_unaware. Of a
// request it refuses, in faithful mode, messages that would meet on a link, naming the algorithm
// and the dimension; and what has no closed form here: trees beside other phases or with several
// chunks at once, broadcasts, all-to-all-v, and the congestion-aware mode. Source: ASTRA-sim's
// rules as docs/engines.md lists them; the pipeline of chunks is worked out chunk by chunk.
class AnalyticEngine final : public Engine {
 public:
  const char* name() const override { return "analytic"; }
  std::optional<base::InputFault> refusal(const Scenario& scenario) const override;

 private:
  std::optional<ExpectedWork> expected(const Scenario& scenario) const override;
  Result answer(const Scenario& scenario) const override;
  Result answer_step(const Scenario& scenario) const override;  // the list schedule
};

}  // namespace jacquard::engine
