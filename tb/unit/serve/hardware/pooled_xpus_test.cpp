// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/hardware/pooled_xpus.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

const config::Place kPlace{"--system", ""};

celestisim::PaperSystem machine(const char* word) {
  const auto name = celestisim::appliance_named(word);
  REQUIRE(name);
  return celestisim::appliance(name->preset, name->generation, name->xpus, kPlace);
}

double bytes(base::Bytes size) { return static_cast<double>(size.count()); }

}  // namespace

TEST_CASE("by Table 5 eight XPUs share 26.8 TB/s and 32 TB, and nothing lies beyond") {
  const PooledXpus pooled = pooled_xpus(machine("pfa-paper"), kPlace);
  CHECK(pooled.system.npus == 8);
  CHECK(pooled.system.device.memory_bandwidth.count() == Approx(3.35e12));
  CHECK(bytes(pooled.system.device.memory) == Approx(4e12));
  CHECK(pooled.beyond.empty());
}

TEST_CASE(
    "as described an XPU reads its port, and its share of HBM and DDR is all of the modules'") {
  for (const int xpus : {2, 8, 16}) {
    const PooledXpus pooled =
        pooled_xpus(machine((std::to_string(xpus) + "xpfa-described").c_str()), kPlace);
    CHECK(pooled.system.npus == xpus);
    // 7.2 Tb/s are 900 GB/s on the lanes, of which headers take some.
    CHECK(pooled.system.device.memory_bandwidth.count() < 900e9);
    CHECK(pooled.system.device.memory_bandwidth.count() > 0.97 * 900e9);
    REQUIRE(pooled.beyond.size() == 1);
    const double hbm = bytes(pooled.system.device.memory) * xpus;
    CHECK(hbm == Approx(16 * 72.0 * (1 << 30)));
    // HBM holds copies, so both together are 16 x 2 TiB.
    CHECK(hbm + bytes(pooled.beyond[0].capacity) * xpus == Approx(32.0 * 1024 * (1 << 30)));
    // 16 modules of at most 358.4 GB/s of DDR5-5600.
    CHECK(pooled.beyond[0].bandwidth.count() * xpus < 16 * 358.4e9);
    CHECK(pooled.beyond[0].bandwidth.count() * xpus > 0.85 * 16 * 358.4e9);
  }
}

TEST_CASE("ports of the next generation carry four times as much") {
  const auto first = pooled_xpus(machine("pfa-described"), kPlace).system.device;
  const auto next = pooled_xpus(machine("pfa-next-described"), kPlace).system.device;
  CHECK(next.memory_bandwidth / first.memory_bandwidth == Approx(4).epsilon(0.01));
  CHECK(next.peak.fp8.count() == first.peak.fp8.count());
}

TEST_CASE("appliances are named with a number of XPUs or without") {
  CHECK(celestisim::appliance_named("pfa-described")->xpus == 8);
  CHECK(celestisim::appliance_named("64xpfa-next-described")->xpus == 64);
  for (const char* other :
       {"8xh100", "xpfa-paper", "8pfa-paper", "8", "pfa", "1.5xpfa-paper", ""}) {
    INFO(other);
    CHECK_FALSE(celestisim::appliance_named(other));
  }
  CHECK_THROWS_AS(machine("65xpfa-described"), base::ConfigError);
  CHECK_THROWS_AS(machine("0xpfa-paper"), base::ConfigError);
  CHECK_THROWS_AS(machine("-2xpfa-paper"), base::ConfigError);
}

}  // namespace jacquard::serve
