// SPDX-License-Identifier: Apache-2.0
// Where the members of a communicator group sit in a fabric, so that a collective among them can
// run dimension by dimension.
#pragma once

#include <vector>

#include "jacquard/rounds/shape.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine::job {

struct GroupPlace {
  rounds::Shape shape;          // of the group's ranks
  std::vector<int> dimensions;  // of the fabric, of each digit
  std::vector<int> npus;        // of each rank; empty: rank r is NPU r
  bool flat = false;            // one digit, whatever dimensions its members differ in
};

// How many ranks differ in these digits only.
int members_in(const rounds::Shape& shape, const std::vector<int>& digits);

// Members that take, in each dimension, some places, and all combinations of these, are numbered by
// the dimensions in which they take more than one: ranks of a digit are in the order of the places.
// Any others are one flat digit in the order of the list, of the lowest dimension in which two of
// them differ. `members` are different NPUs of the fabric, at least two.
GroupPlace place_of(const topology::Fabric& fabric, const std::vector<int>& members);

// One flat digit, in the order of the list.
GroupPlace flat_place(const topology::Fabric& fabric, const std::vector<int>& members);

// All NPUs, numbered so that each of the partitions given (its groups must be all NPUs, each once)
// is "the ranks that differ only in these digits", in dimensions of its own or in an evenly spaced
// part of one. False where there is no such numbering. `digits` of a partition are its groups'.
struct SharedPlace {
  rounds::Shape shape;
  std::vector<int> dimensions;
  std::vector<std::vector<int>> digits;  // per partition, ascending
};
bool shared_place(const topology::Fabric& fabric,
                  const std::vector<std::vector<std::vector<int>>>& partitions, SharedPlace& place);

// The same where NPUs are numbered by `places` and each partition is said by digits of these: NPUs
// that differ in them only. A digit of the shape lies in one dimension, and is as large as it can
// be: neighbours in a dimension that are in the same partitions are one.
bool shared_place(const topology::Fabric& fabric, const base::MixedRadix& places,
                  const std::vector<std::vector<int>>& partitions, SharedPlace& place);
// The group, of partition p of a shared place, that has `npu`.
GroupPlace group_of(const SharedPlace& place, std::size_t p, int npu);

}  // namespace jacquard::engine::job
