// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/organisation.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::memory;
using Catch::Contains;
using tb::fault_of;

namespace {

// What is wrong with the default once these hold.
std::string fault_with(const std::vector<std::string>& set) {
  return fault_of([&] {
    Organisation o;
    for (const std::string& assignment : set) organisation_fields().set(o, assignment);
    require_consistent(o, {"mine", "/organisation"});
  });
}

}  // namespace

TEST_CASE("an HBM3E pseudo-channel: 32 bursts of 32 B in a page, 36.8 GB/s") {
  const Organisation o;
  CHECK(o.burst().count() == 32);
  CHECK(o.columns() == 32);
  CHECK(o.banks() == 16);
  CHECK(o.rows() == 73'728);
  CHECK(o.burst_clocks() == 2);
  CHECK(o.peak().count() == Approx(36.8e9));
  CHECK(o.capacity.count() * 32 == std::int64_t{36} << 30);
  CHECK_NOTHROW(require_consistent(o, {"mine", ""}));
}

TEST_CASE("sizes that are no whole number of what they hold are explained") {
  CHECK_THAT(fault_with({"width=1", "burst_length=4"}), Contains("a burst of whole bytes"));
  CHECK_THAT(fault_with({"burst_length=6"}), Contains("whole clocks of 4 bits"));
  CHECK_THAT(fault_with({"page=1000 B"}), Contains("/organisation/page: expected whole bursts"));
  CHECK_THAT(fault_with({"capacity=1 GB"}), Contains("whole rows of 16 banks, 16 KiB"));
  CHECK_THAT(fault_with({"bank_groups=16", "banks_per_group=8"}),
             Contains("at most 64 banks") && Contains("128"));
  CHECK_THAT(fault_with({"stack_ids=5"}), Contains("at most 64 banks") && Contains("80"));
}

TEST_CASE("an organisation of nothing, or beyond all sense, is refused where it is read") {
  for (const char* bad :
       {"channels=0", "channels=65537", "channels=-1", "width=0", "burst_length=0",
        "bits_per_clock=0", "bank_groups=0", "banks_per_group=0", "stack_ids=0", "page=0 B",
        "page=2 MiB", "capacity=0 B", "capacity=1 EiB", "pin_rate=0 b/s", "pin_rate=9.2",
        "pin_rate=2 Tb/s", "width=1e9", "width=99999999999999999999", "standard=ddr9"}) {
    INFO(bad);
    const std::string key = std::string(bad).substr(0, std::string(bad).find('='));
    CHECK_THAT(fault_with({bad}), Contains(key));
  }
}
