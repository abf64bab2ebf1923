// SPDX-License-Identifier: Apache-2.0
// Times printed by ASTRA-sim (upstream of September 2025; several dimensions with congestion by
// COSMIC's fork): all-reduce on 8 NPUs at 50 GB/s and 500 ns, 4 chunks of which 1 is active.
#include <catch2/catch.hpp>

#include "support/astra_case.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using collective::Method;
using topology::Block;

namespace {

constexpr std::int64_t kMiB = 1 << 20;

long all_reduce(Input input, std::int64_t bytes, Mode mode) {
  input.mode = mode;
  run_on_all(input, {collective_node(CollectiveKind::all_reduce, bytes)});
  return cycles(input);
}

struct Row {
  Block block;
  Method method;
  long unaware[3];  // 1 MiB, 64 MiB, 1 GiB
  long aware[3];
};

const Row kRows[] = {
    {Block::ring, Method::ring, {64440, 2326112, 36790164}, {64440, 2326112, 36790164}},
    {Block::ring, Method::direct, {21240, 340336, 5263772}, {57160, 3148800, 50259772}},
    {Block::ring, Method::halving_doubling, {63168, 2262948, 35783248}, {87568, 3825436, 60783248}},
    {Block::fully_connected, Method::direct, {9240, 332336, 5255772}, {9240, 332336, 5255772}},
    {Block::fully_connected,
     Method::double_binary_tree,
     {123052, 7202350, 115077070},
     {137668, 8139820, 130077040}},
    {Block::switched, Method::ring, {92440, 2354112, 36818164}, {126600, 4541584, 71818164}},
    {Block::switched,
     Method::double_binary_tree,
     {133552, 7212850, 115087570},
     {299510, 17837820, 285087540}},
};

}  // namespace

TEST_CASE("All-reduces on 8 NPUs take the nanoseconds that ASTRA-sim prints") {
  const std::int64_t sizes[] = {kMiB, 64 * kMiB, 1024 * kMiB};
  for (const Row& row : kRows) {
    const Input input = astra_machine({{row.block, 8, 50, 500}}, {{row.method}});
    for (int i = 0; i < 3; ++i) {
      CAPTURE(int(row.block), int(row.method), sizes[i]);
      CHECK(all_reduce(input, sizes[i], Mode::unaware) == row.unaware[i]);
      CHECK(all_reduce(input, sizes[i], Mode::aware) == row.aware[i]);
    }
  }
}

TEST_CASE("All-reduces in two and three dimensions take the nanoseconds that ASTRA-sim prints") {
  const std::vector<Dimension> two = {{Block::ring, 4, 200, 50}, {Block::switched, 8, 50, 500}};
  const Input baseline = astra_machine(two, {{Method::ring}});
  const Input blueconnect = astra_machine(two, {{Method::ring}}, true);
  CHECK(all_reduce(baseline, 64 * kMiB, Mode::unaware) == 2495257);
  CHECK(all_reduce(blueconnect, 64 * kMiB, Mode::unaware) == 772063);
  CHECK(all_reduce(baseline, 64 * kMiB, Mode::aware) == 4682729);
  CHECK(all_reduce(blueconnect, 64 * kMiB, Mode::aware) == 1318903);

  const std::vector<Dimension> three = {{Block::ring, 2, 200, 50},
                                        {Block::fully_connected, 8, 100, 500},
                                        {Block::switched, 4, 50, 2000}};
  const Input base3 = astra_machine(three, {{Method::ring}});
  const Input blue3 = astra_machine(three, {{Method::ring}}, true);
  CHECK(all_reduce(base3, 64 * kMiB, Mode::unaware) == 2467710);
  CHECK(all_reduce(blue3, 64 * kMiB, Mode::unaware) == 724490);
  CHECK(all_reduce(base3, 1024 * kMiB, Mode::unaware) == 37930557);
  CHECK(all_reduce(blue3, 1024 * kMiB, Mode::unaware) == 11161178);
}
