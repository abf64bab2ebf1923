// SPDX-License-Identifier: Apache-2.0
// One source that offers bursts to a channel in order, as many as it has room for.
#pragma once

#include <functional>
#include <string>

#include "jacquard/base/rng.hpp"
#include "jacquard/memory/channel.hpp"
#include "jacquard/memory/checker.hpp"

namespace jacquard::memory {

// seq: one stream of addresses; rnd: aligned, anywhere; stride<N>: one every N bytes. With "bit"
// the direction of each request is drawn, else it follows a fixed pattern (R R W for 2/3), after N
// reads with "@N".
struct Requests {
  std::string pattern;
  std::int64_t bytes;
  double reads;  // share of them
};

struct Request {
  std::uint64_t address;
  Direction direction;
};

class RequestSource {
 public:
  RequestSource(const Requests& requests, base::Bytes capacity);
  Request next();

 private:
  Direction direction();

  Requests requests_;
  std::uint64_t capacity_, stride_;
  std::uint64_t position_ = 0;
  double owed_ = 0;     // writes
  int reads_left_ = 0;  // before the fixed pattern
  base::Rng rng_{7, "closed_loop"};
};

// Runs until `bursts` are done and then to the end of that tREFI. Every command is held by the
// checker: a violation throws. Returns the share of the bus that was data, from the first whole
// tREFI after a tenth of the bursts.
double fraction_of(const MemoryConfig& config, const Requests& requests, std::int64_t bursts);

}  // namespace jacquard::memory
