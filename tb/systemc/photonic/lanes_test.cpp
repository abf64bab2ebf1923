// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/lanes.hpp"

#include <catch2/catch.hpp>
#include <vector>

#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

TEST_CASE("A port of 128 lanes of 56.25 Gb/s is one of 7.2 Tb/s") {
  const PortConfig port;
  CHECK(port.rate() == base::BitsPerSecond{7'200'000'000'000});
  CHECK(port.peak().count() == 900e9);
}

TEST_CASE("Headers are counted for each packet, and payload's peak is what they leave") {
  const PortConfig port;  // packets of 256 B
  constexpr base::Bytes header{4};
  CHECK(on_lanes(base::Bytes{0}, header, port) == base::Bytes{4});
  CHECK(on_lanes(base::Bytes{64}, header, port) == base::Bytes{68});
  CHECK(on_lanes(base::Bytes{256}, header, port) == base::Bytes{260});
  CHECK(on_lanes(base::Bytes{257}, header, port) == base::Bytes{265});
  CHECK(payload_peak(base::Bytes{64}, header, port).count() == Approx(900e9 * 64 / 68));
  CHECK(payload_peak(base::Bytes{4096}, header, port).count() == Approx(900e9 * 256 / 260));
}

TEST_CASE("Transfers follow each other at the lanes' rate without a picosecond lost in rounding") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Agenda agenda("agenda");
  const PortConfig port;
  Lanes lanes(port, base::Bytes{4}, agenda);
  std::vector<base::Picoseconds> arrivals;
  for (int i = 0; i < 9'000; ++i) {
    lanes.send(base::Bytes{64}, [&arrivals] { arrivals.push_back(now()); });
  }
  sc_core::sc_start();
  REQUIRE(arrivals.size() == 9'000);
  CHECK(arrivals.front() == base::Picoseconds{100'000 + 76});  // 68 B take 75.56 ps
  CHECK(arrivals.back() == base::Picoseconds{100'000 + 680'000});
  CHECK(lanes.sent() == base::Bytes{612'000});
  CHECK(lanes.energy().count() == Approx(612'000 * 8 * 10e-12));
}

// In t ps lanes of 7.2 Tb/s pass 0.9 t bytes, of which 64 in 68 are payload.
TEST_CASE("No window has more payload than lanes pass in it, however short it is") {
  for (const std::int64_t length : {1, 75, 76, 77, 1'000, 9'999, 100'000}) {
    for (const std::int64_t begin : {0, 1, 40, 76, 5'003}) {
      const Simulation simulation;
      const Simulation::Scope scope(simulation);
      Agenda agenda("agenda");
      Lanes lanes(PortConfig{}, base::Bytes{4}, agenda);
      lanes.measure(base::Picoseconds{begin}, base::Picoseconds{begin + length});
      for (int i = 0; i < 2'000; ++i) lanes.send(base::Bytes{64}, [] {});
      const double most = 0.9 * static_cast<double>(length) * 64 / 68;
      const auto found = static_cast<double>(lanes.measured().count());
      INFO(begin << " + " << length);
      CHECK(found <= most);
      CHECK(found > most - 1.001);
    }
  }
}

TEST_CASE("Lanes that have been idle begin at once") {
  const Simulation simulation;
  const Simulation::Scope scope(simulation);
  Agenda agenda("agenda");
  Lanes lanes(PortConfig{}, base::Bytes{4}, agenda);
  base::Picoseconds arrived{0};
  agenda.at(base::Picoseconds{1'000'000}, [&] {
    lanes.send(base::Bytes{896}, [&arrived] { arrived = now(); });  // with 4 headers 912 B
  });
  lanes.send(base::Bytes{64}, [] {});
  sc_core::sc_start();
  CHECK(arrived == base::Picoseconds{1'000'000 + 1'013 + 100'000});
}

}  // namespace jacquard::systemc
