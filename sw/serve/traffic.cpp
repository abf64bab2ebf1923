// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

bool arrives_later(const Request& a, const Request& b) {
  return std::tie(a.arrival, a.id) > std::tie(b.arrival, b.id);
}

bool has_ids(const Request& request) { return !request.prefix.empty(); }

}  // namespace

ListTraffic::ListTraffic(std::vector<Request> requests, int prefix_block,
                         std::vector<LaterTurn> later)
    : requests_(std::move(requests)), prefix_block_(prefix_block) {
  const bool ids = std::any_of(requests_.begin(), requests_.end(), has_ids) ||
                   std::any_of(later.begin(), later.end(),
                               [](const LaterTurn& turn) { return has_ids(turn.request); });
  if (!ids) prefix_block_ = 0;
  for (LaterTurn& turn : later) later_.emplace(turn.before, std::move(turn));
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

bool ListTraffic::turn_is_next() const {
  if (turns_.empty()) return false;
  return at_ == requests_.size() || turns_.front().arrival < requests_[at_].arrival;
}

const Request* ListTraffic::next() const {
  if (turn_is_next()) return &turns_.front();
  return at_ < requests_.size() ? &requests_[at_] : nullptr;
}

void ListTraffic::take() {
  if (!turn_is_next()) {
    ++at_;
    return;
  }
  std::pop_heap(turns_.begin(), turns_.end(), arrives_later);
  turns_.pop_back();
}

void ListTraffic::finished(const RequestRecord& record) {
  const auto found = later_.find(record.id);
  if (found == later_.end()) return;
  Request& turn = found->second.request;
  turn.arrival = std::max(turn.arrival, record.last_token + found->second.delay);
  turns_.push_back(std::move(turn));
  std::push_heap(turns_.begin(), turns_.end(), arrives_later);
  later_.erase(found);
}

ClosedLoop::ClosedLoop(std::vector<Request> requests, int clients, base::Picoseconds think,
                       int prefix_block)
    : requests_(std::move(requests)), think_(think), prefix_block_(prefix_block) {
  if (std::none_of(requests_.begin(), requests_.end(), has_ids)) prefix_block_ = 0;
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
