// SPDX-License-Identifier: Apache-2.0
// Requests for a server: a list, or clients that wait for their answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "jacquard/serve/request.hpp"
#include "jacquard/serve/server.hpp"

namespace jacquard::serve {

// An open loop: requests come when they come, later turns of sessions after the turns before them.
class ListTraffic : public Traffic {
 public:
  // Throws ConfigError for arrivals that are negative or not in order.
  explicit ListTraffic(std::vector<Request> requests, int prefix_block = 512,
                       std::vector<LaterTurn> later = {});

  const Request* next() const override;
  void take() override;
  void finished(const RequestRecord& record) override;
  int prefix_block() const override { return prefix_block_; }

 private:
  bool turn_is_next() const;

  std::vector<Request> requests_;
  std::size_t at_ = 0;
  int prefix_block_;
  std::unordered_map<std::int64_t, LaterTurn> later_;  // by the turn before
  std::vector<Request> turns_;                         // a heap: the first to arrive in front
};

// A closed loop: `clients` send their first requests at 0, then each its next one `think` after the
// last token of the one before. Arrivals in `requests` are not looked at.
class ClosedLoop : public Traffic {
 public:
  ClosedLoop(std::vector<Request> requests, int clients,
             base::Picoseconds think = base::Picoseconds{0}, int prefix_block = 512);

  const Request* next() const override;
  void take() override;
  void finished(const RequestRecord& record) override;
  int prefix_block() const override { return prefix_block_; }

 private:
  void send(base::Picoseconds arrival);

  std::vector<Request> requests_;
  base::Picoseconds think_;
  int prefix_block_;
  std::size_t sent_ = 0;
  std::size_t taken_ = 0;
};

}  // namespace jacquard::serve
