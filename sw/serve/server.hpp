// SPDX-License-Identifier: Apache-2.0
// A replica as a discrete-event server: requests come, its schedulers make steps, tokens leave.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "jacquard/serve/engine_settings.hpp"
#include "jacquard/serve/request.hpp"
#include "jacquard/serve/step.hpp"

namespace jacquard::serve {

// Where requests come from.
class Traffic {
 public:
  virtual ~Traffic() = default;
  // The next request in the order of arrivals, as far as is known now; nothing: none for now.
  virtual const Request* next() const = 0;
  virtual void take() = 0;  // the one of next()
  // A closed loop sends the client's next request when the last one ends.
  virtual void finished(const RequestRecord& record) = 0;
  virtual int prefix_block() const { return 512; }  // tokens of an id of Request::prefix; 0: no ids
  virtual bool over() const { return false; }  // nothing more is asked of the run: it may end here
};

struct ServerRun {
  std::vector<RequestRecord> records;  // in the order of their ends
  std::int64_t steps = 0;
  std::int64_t preemptions = 0;
  std::int64_t most_blocks = 0;  // of a scheduler's cache, in use at once
  base::Picoseconds end{0};
};

// Called after every step: when it began and ended, and what each scheduler did.
struct StepSeen {
  base::Picoseconds begin{0};
  base::Picoseconds end{0};
  base::Span<const StepLoad> groups;
  int waiting = 0;
  std::int64_t blocks = 0;  // in use
};
class StepWatcher {
 public:
  virtual ~StepWatcher() = default;
  virtual void seen(const StepSeen& step) = 0;
};

// Serves all of `traffic` with `groups` schedulers that step together; a request goes to the one
// with the fewest. Throws ConfigError for a request that could never run (longer than
// max_model_length, more blocks than there are).
ServerRun serve(const EngineSettings& settings, int groups, StepClock& clock, Traffic& traffic,
                StepWatcher* watcher = nullptr);

}  // namespace jacquard::serve
