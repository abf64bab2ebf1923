// SPDX-License-Identifier: Apache-2.0
// Which NPUs do the same, so that one can stand for all: the coarsest partition in which NPUs of
// one class have equal traces up to the names of peers and groups, and the k-th peer of one is of
// the same class, and as far, as the k-th peer of the other.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/astra/delays.hpp"
#include "jacquard/astra/input.hpp"
#include "jacquard/astra/ties.hpp"

namespace jacquard::astra {

struct Classes {
  // Class of each NPU, numbered by the classes' first NPUs.
  std::vector<int> class_of;
  // First NPU of each class.
  std::vector<int> first;
  // For each class its first NPU's listed groups in the order of first use: what a group is called
  // where one NPU stands for members of many.
  std::vector<std::vector<int>> groups;

  bool trivial() const { return first.size() == class_of.size(); }
};

struct Symmetry : Classes {
  // With congestion, where messages leave the dimensions' lines: the classes that hold as long as
  // no two messages of different senders want a link.
  std::optional<Classes> uncontended;
  std::vector<TiesOfClass> ties;  // of each graph of the job; none where nobody stands for others
};

// Classes of their own for all where one NPU cannot stand for others: with the rendezvous protocol,
// with memory that NPUs share, where sends and receives cannot be told apart by class, and, with
// congestion, where messages go other ways than along a dimension.
Symmetry symmetry_of(const Input& input, const Places& places);

}  // namespace jacquard::astra
