// SPDX-License-Identifier: Apache-2.0
// What a simulation of a server does at least if each token is an event of its own.
#pragma once

#include <cstdint>
#include <queue>
#include <utility>
#include <vector>

#include "jacquard/serve/request.hpp"

namespace jacquard::bench {

// Takes every token of every request from a heap in the order of time, a constant apart, with
// neither memory nor batches nor laws of steps. Returns the last token's time.
inline base::Picoseconds token_by_token(const std::vector<serve::Request>& requests,
                                        base::Picoseconds apart) {
  struct Token {
    std::int64_t time;
    std::uint32_t request;
    bool operator<(const Token& other) const { return time > other.time; }
  };
  std::priority_queue<Token> heap;
  std::vector<int> left;
  left.reserve(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    left.push_back(requests[i].output);
    heap.push({requests[i].arrival.count(), static_cast<std::uint32_t>(i)});
  }
  std::int64_t last = 0;
  while (!heap.empty()) {
    Token token = heap.top();
    heap.pop();
    last = token.time;
    if (--left[token.request] == 0) continue;
    token.time += apart.count();
    heap.push(token);
  }
  return base::Picoseconds{last};
}

}  // namespace jacquard::bench
