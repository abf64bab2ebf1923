// SPDX-License-Identifier: Apache-2.0
// Numbers of any size that a user may give: right, or an error that names the place.
#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/base/error.hpp"
#include "support/astra_case.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using astra::run;
using Catch::Contains;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

Input ring(int npus, Method method = Method::ring) {
  return astra_machine({{Block::ring, npus, 50, 500}}, {{method}});
}

constexpr base::Picoseconds kHundredDays{std::int64_t{100} * 86'400 * base::kPicosecondsPerSecond};

OpNode computes(base::Picoseconds duration) {
  OpNode node = computation(7, 0);
  node.duration = duration;
  return node;
}

}  // namespace

TEST_CASE("Operations of more than a hundred days are refused with their node") {
  for (const base::Picoseconds duration :
       {base::Picoseconds{kLargest}, kHundredDays + microseconds(1), microseconds(-1)}) {
    Input input = ring(2);
    run_on_all(input, {computes(duration)});
    CHECK_THROWS_WITH(run(input), Contains("test, node 7") && Contains("0 to 100 days"));
    CHECK_THROWS_WITH(run_faithfully(input), Contains("test, node 7"));
    input.system.replay_only = true;
    CHECK_THROWS_WITH(run(input), Contains("test, node 7"));
  }
  Input input = ring(2);
  run_on_all(input, {computes(kHundredDays)});
  CHECK(cycles(input) == kHundredDays.count() / 1000);
}

TEST_CASE("Rooflines and remote memories that take too long are refused with their node") {
  Input input = ring(2);
  input.system.roofline = true;
  input.system.peak_perf = 1;
  run_on_all(input, {work_of(7, static_cast<double>(kLargest), 1)});
  CHECK_THROWS_WITH(run(input), Contains("test, node 7") && Contains("100 days"));
  run_on_all(input, {remote_load(7, kLargest)});
  input.memory = {astra::RemoteMemory::Kind::per_npu, 1'000, 1e-3, 1};
  CHECK_THROWS_WITH(run(input), Contains("test, node 7") && Contains("100 days"));
}

TEST_CASE("A group's number may be anything up to 2^31 and changes no time") {
  std::vector<long> times;
  for (const int number : {1, 2147, 2148, 5000, 999'999'999}) {
    Input input = ring(4);
    input.symmetry = false;
    input.job.groups[number] = {0, 1, 2, 3};
    OpNode in_group = collective_node(Kind::all_reduce, 1 << 20, 1);
    in_group.group = number;
    run_on_all(input, {in_group, collective_node(Kind::all_gather, 1 << 20, 2, {1})});
    times.push_back(cycles(input));
  }
  CHECK(std::count(times.begin(), times.end(), times.front()) == 5);
}

TEST_CASE("Bytes that 64 bits cannot sum are refused") {
  Input input = astra_machine({{Block::ring, 2, 1e9, 0}}, {{Method::ring}});
  std::vector<OpNode> nodes;
  for (std::uint64_t id = 1; id <= 20; ++id) {
    nodes.push_back(collective_node(Kind::all_gather, kLargest / 16, id));
  }
  run_on_all(input, nodes);
  CHECK_THROWS_WITH(run(input), Contains("less than 2^63 bytes sent"));
  input.network[0].bandwidth = 1e-9;
  CHECK_THROWS_WITH(run(input), Contains("a delay of 0 to 100 days"));
  run_on_all(input, {collective_node(Kind::all_gather, kLargest, 1)});
  CHECK_THROWS_WITH(run(input), Contains("test, node 1") && Contains("a comm_size of at most"));
}

TEST_CASE("More NPUs or links than can be counted are refused") {
  Input input = astra_machine({{Block::ring, 1 << 20, 50, 500}, {Block::ring, 1 << 20, 50, 500}},
                              {{Method::ring}});
  CHECK_THROWS_WITH(run(input), Contains("at most 16777216 NPUs"));
  Input full = astra_machine({{Block::fully_connected, 1 << 17, 50, 500}}, {{Method::direct}});
  full.limits = {1e18, 1e18};
  full.symmetry = false;
  full.mode = Mode::aware;
  run_on_all(full, {computation(7, 1)});
  CHECK_THROWS_WITH(run(full), Contains("at most 4294967295 links"));
}
