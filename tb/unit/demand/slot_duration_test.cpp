// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/slot_duration.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using base::BitsPerSecond;
using base::Bytes;
using base::Picoseconds;

TEST_CASE("a slot is the transfer, the latency and the guard, and eta is the transfer's share") {
  // 1 MB at 400 Gb/s: 20 us; Chronos s6's second example with t_max = 2 us.
  const demand::SlotDuration slot{Bytes{1'000'000}, BitsPerSecond{400'000'000'000},
                                  Picoseconds{2'000'000}, Picoseconds{10'000}};
  CHECK(slot.transfer() == Picoseconds{20'000'000});
  CHECK(slot.total() == Picoseconds{22'010'000});
  CHECK(slot.eta() == Approx(20.0 / 22.01));
}

TEST_CASE("the gradient chunks of Chronos Table 1 are 4 p_l over TP x DP") {
  CHECK(demand::gradient_chunk(2.8e9, 8, 64) == Bytes{21'875'000});
  CHECK(demand::gradient_chunk(2.8e9, 8, 128) == Bytes{10'937'500});
  CHECK(demand::gradient_chunk(2.8e9, 8, 8) == Bytes{175'000'000});
}

TEST_CASE("the latency and the transfer found for an eta give that eta back") {
  const BitsPerSecond rate{400'000'000'000};
  const Picoseconds guard{1'000'000'000};
  const Picoseconds latency{2'000'000};
  const Bytes b = demand::transfer_for_eta(0.75, rate, latency, guard);
  CHECK(b == Bytes{150'300'000});  // 3 x 1.002 ms x 50 GB/s
  CHECK(demand::SlotDuration{b, rate, latency, guard}.eta() == Approx(0.75).epsilon(1e-9));

  const Picoseconds transfer{20'000'000};
  const Picoseconds most = demand::latency_for_eta(0.95, transfer, Picoseconds{10'000});
  CHECK(most.count() == Approx(1'042'631).margin(1));  // 20 us / .95 - 20 us - 10 ns
}

TEST_CASE("where the guard alone costs more than eta allows, no latency is left") {
  CHECK(demand::latency_for_eta(0.99, Picoseconds{1'000'000}, Picoseconds{20'000}) <
        Picoseconds{0});
}
