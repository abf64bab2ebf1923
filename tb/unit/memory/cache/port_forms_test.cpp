// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/cache/port_forms.hpp"

#include <catch2/catch.hpp>
#include <limits>

namespace jacquard::memory {

using base::BitsPerSecond;
using base::BytesPerSecond;

// 16 sub-channels of DDR5-5600: 358.4 GB/s at peak, 0.924 of it as a stream, 11.83 GB/s each of
// random bursts.
TEST_CASE("A port of 900 GB/s before DDR needs the hit rates 0.60, 0.63 and 0.79") {
  const BytesPerSecond port{900e9};
  CHECK(needed_hit_rate(port, BytesPerSecond{358.4e9}) == Approx(0.602).margin(0.0005));
  CHECK(needed_hit_rate(port, BytesPerSecond{358.4e9 * 0.924}) == Approx(0.632).margin(0.0005));
  CHECK(needed_hit_rate(port, BytesPerSecond{16 * 11.83e9}) == Approx(0.790).margin(0.0005));
  // Lines of 256 B for requests of 64 B: a quarter of it is of use.
  CHECK(needed_hit_rate(port, BytesPerSecond{16 * 11.83e9}, 4) == Approx(0.947).margin(0.0005));
}

TEST_CASE("Memory that fills the port alone needs no hits, no memory nothing but hits") {
  CHECK(needed_hit_rate(BytesPerSecond{900e9}, BytesPerSecond{1e12}) == 0);
  CHECK(needed_hit_rate(BytesPerSecond{900e9}, BytesPerSecond{0}) == 1);
}

TEST_CASE("At the needed hit rate the port is just full, below it memory decides") {
  const BytesPerSecond port{900e9}, memory{189e9};
  const double needed = needed_hit_rate(port, memory, 2);
  CHECK(carried_at(needed + 1e-9, port, memory, 2) == port);
  CHECK(carried_at(needed - 0.01, port, memory, 2) < port);
  CHECK(carried_at(0, port, memory, 2).count() == Approx(94.5e9));
  CHECK(carried_at(1, port, memory, 2) == port);
}

// Photonic Fabric, Table 5: 26.8 TB/s, which is eight times the 3,350 GB/s of an H100. Its s3.3 and
// s9: 16 ports of 7.2 Tb/s, then 64 of 28.8 Tb/s.
TEST_CASE("Table 5's 26.8 TB/s are more than any ports of the first appliance carry") {
  const BitsPerSecond first{7'200'000'000'000}, next{28'800'000'000'000};
  CHECK(8 * 3'350e9 == 26.8e12);
  CHECK(of_ports(8, first).count() == 7.2e12);
  CHECK(of_ports(16, first).count() == 14.4e12);
  CHECK(of_ports(8, next).count() == 28.8e12);
  CHECK(ports_for(BytesPerSecond{26.8e12}, first) == 30);
  CHECK(ports_for(BytesPerSecond{26.8e12}, next) == 8);
  CHECK(ports_for(BytesPerSecond{0}, first) == 0);
  CHECK(ports_for(BytesPerSecond{1e300}, BitsPerSecond{1}) ==
        std::numeric_limits<std::int64_t>::max());
}

}  // namespace jacquard::memory
