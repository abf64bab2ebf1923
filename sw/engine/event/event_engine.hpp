// SPDX-License-Identifier: Apache-2.0
// Discrete events: any rounds on any network, with contention, disturbed or not.
#pragma once

#include "jacquard/engine/engine.hpp"
#include "jacquard/engine/event/classes.hpp"
#include "jacquard/engine/event/driver.hpp"

namespace jacquard::engine {

// Faithful mode.
class EventEngine : public Engine {
 public:
  // A binary heap gives the same results; it is there to be measured and tested against.
  enum class Queue { radix, heap };
  // How links are taken: at once where that is right (one event per message), else in turn.
  enum class Links { automatic, in_turn };

  explicit EventEngine(Queue queue = Queue::radix, Links links = Links::automatic)
      : queue_(queue), links_(links) {}

  const char* name() const override { return "event"; }
  std::optional<base::InputFault> refusal(const Scenario& scenario) const override;
  using Engine::run;
  // The same with collectives that begin at a rank when the driver issues them there. Where one
  // NPU can stand for each of `classes`, the driver's ranks are those of what is simulated: 0 of a
  // class, 0 and 1 of a message.
  Result run(const Scenario& scenario, Driver& driver, const Classes& classes = {}) const;

 private:
  std::optional<ExpectedWork> expected(const Scenario& scenario) const override;
  Result answer(const Scenario& scenario) const override;
  Result simulate_all(const Scenario& scenario, Driver* driver, const Classes& classes) const;

  Queue queue_;
  Links links_;
};

}  // namespace jacquard::engine
