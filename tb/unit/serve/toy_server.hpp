// SPDX-License-Identifier: Apache-2.0
// Servers small enough to follow by hand.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "jacquard/serve/server.hpp"
#include "jacquard/serve/traffic.hpp"

namespace jacquard::tb {

using base::Picoseconds;
using namespace serve;

// Each step takes 100 ps, or `by_token` for each of its tokens; keeps what it was asked.
class ToyClock : public StepClock {
 public:
  explicit ToyClock(Picoseconds step = Picoseconds{100}, Picoseconds by_token = Picoseconds{0})
      : step_(step), by_token_(by_token) {}

  StepTime time(base::Span<const StepLoad> groups) override {
    Picoseconds took = step_;
    for (const StepLoad& load : groups) took += by_token_ * load.tokens();
    loads.insert(loads.end(), groups.begin(), groups.end());
    return {took, took};
  }

  std::vector<StepLoad> loads;

 private:
  Picoseconds step_;
  Picoseconds by_token_;
};

inline Request request(std::int64_t id, std::int64_t arrival, int input, int output) {
  Request r;
  r.id = id;
  r.arrival = Picoseconds{arrival};
  r.input = input;
  r.output = output;
  return r;
}

inline std::map<std::int64_t, RequestRecord> by_id(const ServerRun& run) {
  std::map<std::int64_t, RequestRecord> records;
  for (const RequestRecord& record : run.records) records[record.id] = record;
  return records;
}

}  // namespace jacquard::tb
