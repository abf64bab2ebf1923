// SPDX-License-Identifier: Apache-2.0
// Prompts on some instances, answers on others, and the keys and values on the way between them.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/serve/cluster/hand_over_carrier.hpp"
#include "jacquard/serve/server.hpp"

namespace jacquard::serve {

// One side: so many instances, a clock for each.
struct Side {
  EngineSettings settings;
  int groups = 1;
  std::vector<StepClock*> clocks;
  std::vector<StepWatcher*> watchers;  // none, or one (or null) for each instance
};

// What moves a prompt's keys and values. Each instance sends and receives one prompt at a time over
// its own link; a transfer holds both links.
struct HandOver {
  double bytes_of_token = 0;           // of all NPUs of an instance together
  base::BytesPerSecond bandwidth{0};   // of an instance's link, one way; 0: as if at once
  base::Picoseconds latency{0};        // of each transfer
  HandOverCarrier* carrier = nullptr;  // says how long bytes take; null: `bandwidth`
};

struct DisaggregatedRun {
  ServerRun run;  // records from arrival to last token; blocks of the decoding side
  std::int64_t prefill_steps = 0;
  std::int64_t hand_overs = 0;
  double bytes = 0;             // handed over
  base::Picoseconds waited{0};  // for links, all requests together
  base::Picoseconds moved{0};   // in transfers, all requests together
};

// The first token comes from the prefill side, the others from the decoding one; a request goes to
// the instance with the fewest, of the decoding side when its prompt is done. Keys and values wait
// in the receiver's memory only once they are scheduled there, as a scheduler admits no request
// whose blocks are not free.
DisaggregatedRun serve_disaggregated(const Side& prefill, const Side& decode,
                                     const HandOver& hand_over, Traffic& traffic);

}  // namespace jacquard::serve
