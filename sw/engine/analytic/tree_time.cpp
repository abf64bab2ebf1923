// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/analytic/tree_time.hpp"

#include <algorithm>

namespace jacquard::engine {
namespace {

using base::Picoseconds;
using rounds::kNobody;

std::size_t at(int member) { return static_cast<std::size_t>(member); }

// One chunk through one tree: from when each member begins to when each is done.
class Passage {
 public:
  Passage(const PhaseModel& model, const Parents& parents, base::Bytes data,
          const std::vector<Picoseconds>& begin)
      : model_(model), data_(data), begin_(begin), parents_(parents), end_(begin.size()) {
    children_.resize(parents.size());
    for (int member = 0; member < static_cast<int>(parents.size()); ++member) {
      const int parent = parents[at(member)];
      (parent == kNobody ? root_ : children_[at(parent)].emplace_back()) = member;
    }
    go_down(root_, gathered(root_));
  }

  const std::vector<Picoseconds>& end() const { return end_; }

 private:
  Picoseconds way(int a, int b) const {
    const int n = model_.dimension.size;
    return message_time(model_, data_, ((b - a) % n + n) % n);
  }

  // When a member holds the sum of those below it.
  Picoseconds gathered(int member) {
    const Picoseconds opened = begin_[at(member)] + model_.rules.endpoint_delay;
    if (children_[at(member)].empty()) return opened;
    // ASTRA-sim waits for children from the first moment on, without the endpoint delay.
    const Picoseconds ready = model_.astra ? begin_[at(member)] : opened;
    Picoseconds last = ready;
    for (const int child : children_[at(member)]) {
      last = std::max(last, gathered(child) + way(child, member));
    }
    return last + model_.rules.endpoint_delay + reduction_time(model_, data_);
  }

  // Copies down cost a reduction in ASTRA-sim where they are passed on.
  void go_down(int member, Picoseconds has) {
    end_[at(member)] = has;
    for (const int child : children_[at(member)]) {
      const bool charged = model_.astra && !children_[at(child)].empty();
      go_down(child, has + way(member, child) + model_.rules.endpoint_delay +
                         (charged ? reduction_time(model_, data_) : Picoseconds{0}));
    }
  }

  const PhaseModel& model_;
  base::Bytes data_;
  const std::vector<Picoseconds>& begin_;
  const Parents& parents_;
  std::vector<Picoseconds> end_;
  std::vector<std::vector<int>> children_;
  int root_ = 0;
};

}  // namespace

Picoseconds trees_time(const PhaseModel& model, const std::vector<Parents>& trees, base::Bytes data,
                       int chunks) {
  std::vector<Picoseconds> now(trees.front().size());
  for (int chunk = 0; chunk < chunks; ++chunk) {
    now = Passage(model, trees[static_cast<std::size_t>(chunk) % trees.size()], data, now).end();
  }
  return *std::max_element(now.begin(), now.end());
}

}  // namespace jacquard::engine
