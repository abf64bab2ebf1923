// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/engine/engine.hpp"

namespace jacquard::astra {

// ASTRA-sim's nanoseconds in one of its modes: for the request that the scenario's rounds were made
// from, as the only node of every NPU's trace; or for a job, as its traces would be answered. It
// refuses what ASTRA-sim's input cannot say.
class AstraEngine final : public engine::Engine {
 public:
  const char* name() const override { return "astra"; }
  std::optional<base::InputFault> refusal(const engine::Scenario& scenario) const override;

 private:
  engine::Result answer(const engine::Scenario& scenario) const override;
};

}  // namespace jacquard::astra
