// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {

ListTraffic::ListTraffic(std::vector<Request> requests, int prefix_block)
    : requests_(std::move(requests)), prefix_block_(prefix_block) {
  base::Picoseconds before{0};
  for (const Request& request : requests_) {
    if (request.arrival < before) {
      throw base::ConfigError(
          {"", fmt::format("request {}", request.id), "arrivals from 0 on and in order",
           fmt::format("{} ps after {} ps", request.arrival.count(), before.count()),
           "sort the requests by arrival"});
    }
    before = request.arrival;
  }
}

const Request* ListTraffic::next() const {
  return at_ < requests_.size() ? &requests_[at_] : nullptr;
}

ClosedLoop::ClosedLoop(std::vector<Request> requests, int clients, base::Picoseconds think)
    : requests_(std::move(requests)), think_(think) {
  for (int client = 0; client < clients; ++client) send(base::Picoseconds{0});
}

const Request* ClosedLoop::next() const { return taken_ < sent_ ? &requests_[taken_] : nullptr; }

void ClosedLoop::take() { ++taken_; }

// Ends come in the order of time, so what is sent is too.
void ClosedLoop::finished(const RequestRecord& record) { send(record.last_token + think_); }

void ClosedLoop::send(base::Picoseconds arrival) {
  if (sent_ >= requests_.size()) return;
  requests_[sent_++].arrival = arrival;
}

}  // namespace jacquard::serve
