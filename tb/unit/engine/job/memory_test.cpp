// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/memory.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "unit/engine/job/jobs.hpp"

using namespace jacquard;
using namespace jacquard::tb;

namespace {

using Uses = std::vector<std::pair<int, std::int64_t>>;  // tensor, bytes

std::vector<workload::TensorUse> in_bytes(const Uses& uses) {
  std::vector<workload::TensorUse> out;
  for (const auto& [tensor, bytes] : uses) out.push_back({tensor, base::Bytes{bytes}});
  return out;
}

OpNode with_tensors(OpNode node, const Uses& reads, const Uses& writes) {
  node.reads = in_bytes(reads);
  node.writes = in_bytes(writes);
  return node;
}

// Weights (tensor 0, 100 B) stay; each layer's output lives until the next has read it, the last
// for good: 100 + 10 + 20, then 100 + 20 + 40 while layer 2 runs, then 140.
Machine layers() {
  Machine input = pair_of_npus();
  run_on_all(input, {with_tensors(computation(0, 1), {{0, 100}}, {{1, 10}}),
                     with_tensors(computation(1, 1, {0}), {{0, 100}, {1, 10}}, {{2, 20}}),
                     with_tensors(computation(2, 1, {1}), {{2, 20}}, {{3, 40}})});
  return input;
}

}  // namespace

TEST_CASE("An NPU's memory holds what was written until it is read for the last time") {
  const auto answer = run(layers());
  REQUIRE(answer.peak_memory[1].has_value());
  CHECK(answer.peak_memory[1]->count() == 160);
}

TEST_CASE("What is read before it is written was there before") {
  Machine input = pair_of_npus();
  // Weights of 1000 B, read, then written by the optimizer; 10 B of activations between.
  run_on_all(input, {with_tensors(computation(0, 1), {{0, 1000}}, {{1, 10}}),
                     with_tensors(computation(1, 1, {0}), {{1, 10}}, {{0, 1000}})});
  CHECK(run(input).peak_memory[0]->count() == 1010);
}

TEST_CASE("A job that takes more memory than an NPU has is refused, by the node that takes it") {
  Machine input = layers();
  input.work.npu_memory = base::Bytes{160};
  CHECK_NOTHROW(run(input));
  input.work.npu_memory = base::Bytes{159};
  CHECK(
      fault_of([&] { run(input); }) ==
      "test, node 2: expected tensors of at most --npu-memory, 159 B, at once, found 160 B at NPU "
      "0 from 2.000 us on");
}

TEST_CASE("Where no node names tensors, memory is unknown and cannot be bounded") {
  Machine input = pair_of_npus();
  run_on_all(input, {computation(0, 1)});
  CHECK_FALSE(run(input).peak_memory[0].has_value());
  input.work.npu_memory = base::Bytes{1};
  CHECK(fault_of([&] { run(input); }).find("inputs and outputs") != std::string::npos);
}
