// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/waiting_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "jacquard/base/at.hpp"

namespace jacquard::rounds {
namespace {

constexpr std::size_t kMostShown = 12;

// A circle of rounds of which each waits for the next, or nothing.
class CircleSearch {
 public:
  explicit CircleSearch(const RoundGraph& graph) : graph_(graph), mark_(graph.rounds.size(), 0) {}

  std::vector<int> find() {
    for (std::size_t r = 0; r < graph_.rounds.size(); ++r) {
      if (mark_[r] == 0 && visit(static_cast<int>(r))) return circle_;
    }
    return {};
  }

 private:
  enum Mark : char { unseen, on_path, done };
  struct Frame {
    int round;
    RoundSet::Iterator next;
  };

  // Depth first without recursion: a file may hold a chain of a million rounds.
  bool visit(int start) {
    std::vector<Frame> path = {{start, after(start).begin()}};
    mark(start) = on_path;
    while (!path.empty()) {
      Frame& top = path.back();
      if (top.next == after(top.round).end()) {
        mark(top.round) = done;
        path.pop_back();
        continue;
      }
      const int next = *top.next++;
      if (mark(next) == on_path) {
        const auto first =
            std::find_if(path.begin(), path.end(), [&](const Frame& f) { return f.round == next; });
        for (auto f = first; f != path.end(); ++f) circle_.push_back(f->round);
        return true;
      }
      if (mark(next) == unseen) {
        mark(next) = on_path;
        path.push_back({next, after(next).begin()});
      }
    }
    return false;
  }
  const RoundSet& after(int round) const { return base::at(graph_.rounds, round).after; }
  char& mark(int round) { return base::at(mark_, round); }

  const RoundGraph& graph_;
  std::vector<char> mark_;
  std::vector<int> circle_;
};

}  // namespace

WaitingFault waiting_fault(const RoundGraph& graph) {
  for (std::size_t r = 0; r < graph.rounds.size(); ++r) {
    const RoundSet& after = graph.rounds[r].after;
    const int round = static_cast<int>(r);
    if (after.empty() || after.largest() < round) continue;
    std::vector<int> circle = CircleSearch(graph).find();
    if (circle.empty()) {
      return {round, fmt::format("rounds before {}", round), std::to_string(after.largest()),
              "list each round after those it waits for"};
    }
    const int first = circle.front();
    const bool cut = circle.size() > kMostShown;
    if (cut) circle.resize(kMostShown);
    return {first, "rounds that do not wait for each other",
            fmt::format(
                "{} wait for each other in a circle",
                fmt::format("{}{} -> {}", fmt::join(circle, " -> "), cut ? " -> ..." : "", first)),
            ""};
  }
  return {};
}

}  // namespace jacquard::rounds
