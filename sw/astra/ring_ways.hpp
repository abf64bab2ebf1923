// SPDX-License-Identifier: Apache-2.0
// Which links the rings of groups take, with congestion.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "jacquard/astra/cast.hpp"
#include "jacquard/astra/lines.hpp"
#include "jacquard/astra/ties.hpp"
#include "jacquard/base/span.hpp"

namespace jacquard::astra {

class RingWays {
 public:
  // A link of the way from a member to the next: the n-th that its class takes for a group.
  struct Use {
    int number = 0;
    int dimension = 0;
    double latency = 0;  // ns
    double bytes_per_ns = 0;
  };
  // From the first message that took a link to when the last one left it free.
  struct Span {
    Tick begin = 0;
    Tick end = 0;
  };
  using Spans = std::vector<std::vector<Span>>;  // by number of use, in order of time

  // Of every group smaller than the cluster that the job's collectives have.
  RingWays(const Input& input, const Places& places, const Cast& cast,
           const std::vector<TiesOfClass>& ties);

  // Whether each link is on one way at most of each group's (and of those that it stands for).
  bool apart() const { return apart_; }
  int uses() const { return static_cast<int>(users_.size()); }
  // Of a simulated NPU to the next member of the group that it calls so.
  base::Span<const Use> of(std::uint32_t npu, int group) const;
  // Whether no two uses were of one link at one time.
  bool disjoint(const Spans& spans) const;

 private:
  struct Way {
    std::size_t first = 0;  // in users_
    std::size_t links = 0;
  };
  void add(const Input& input, const Places& places, const Cast& cast, int npu, int group,
           int called);
  void find_pairs();

  bool apart_ = true;
  std::map<int, Line> lines_;  // by group's number
  std::map<std::pair<std::uint32_t, int>, Way> ways_;
  std::vector<Use> users_;
  std::vector<int> group_of_;  // of each use, as Cast calls it
  std::vector<std::size_t> first_link_;
  std::vector<std::vector<int>> of_link_;   // uses of each link
  std::vector<std::pair<int, int>> pairs_;  // of uses that share a link
};

}  // namespace jacquard::astra
