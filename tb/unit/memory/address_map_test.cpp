// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/address_map.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <tuple>

#include "jacquard/base/rng.hpp"
#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::memory;
using Catch::Contains;
using tb::fault_of;

namespace {

const config::Place kPlace{"mine", "/controller/mapping"};

// 2 channels of 2 groups of 2 banks of 6 rows of 4 bursts of 32 B.
Organisation small() {
  Organisation o;
  o.bank_groups = 2;
  o.banks_per_group = 2;
  o.page = base::Bytes{4 * 32};
  o.capacity = base::Bytes{2 * 2 * 6 * 4 * 32};
  o.channels = 2;
  return o;
}

std::string fault_with(const std::string& mapping, const Organisation& o = small()) {
  return fault_of([&] { AddressMap(o, mapping, kPlace); });
}

// Every burst reached once: as many different ones as there are, all within the organisation.
void require_bijection(const Organisation& o, const std::string& mapping) {
  INFO(mapping);
  const AddressMap map(o, mapping, kPlace);
  const std::int64_t bursts = o.capacity.count() * o.channels / o.burst().count();
  std::set<std::tuple<int, int, int, std::int64_t, int>> reached;
  bool inside = true;
  for (std::int64_t i = 0; i < bursts; ++i) {
    const BurstAddress b = map(static_cast<std::uint64_t>(i * o.burst().count()));
    inside = inside && b.channel < o.channels && b.group < o.bank_groups * o.stack_ids &&
             b.bank < o.banks_per_group && b.row < o.rows() && b.column < o.columns();
    reached.insert({b.channel, b.group, b.bank, b.row, b.column});
  }
  CHECK(inside);
  CHECK(static_cast<std::int64_t>(reached.size()) == bursts);
}

}  // namespace

TEST_CASE("fields are taken from the most to the least significant") {
  const AddressMap map(small(), "row-bank-column-group-channel", kPlace);
  CHECK(map.capacity().count() == 2 * 2 * 2 * 6 * 4 * 32);
  // 31 is the last byte of the first burst.
  CHECK(map(31) == BurstAddress{0, 0, 0, 0, 0});
  CHECK(map(32) == BurstAddress{1, 0, 0, 0, 0});
  CHECK(map(2 * 32) == BurstAddress{0, 1, 0, 0, 0});
  CHECK(map(4 * 32) == BurstAddress{0, 0, 0, 0, 1});
  CHECK(map(16 * 32) == BurstAddress{0, 0, 1, 0, 0});
  CHECK(map(32 * 32) == BurstAddress{0, 0, 0, 1, 0});
  CHECK(map(6 * 32 * 32 - 1) == BurstAddress{1, 1, 1, 5, 3});
}

TEST_CASE("a cut field joins its parts: the first is the most significant") {
  const AddressMap map(small(), "row-column:1-bank-column:1-group-channel", kPlace);
  CHECK(map(4 * 32) == BurstAddress{0, 0, 0, 0, 1});
  CHECK(map(8 * 32) == BurstAddress{0, 0, 1, 0, 0});
  CHECK(map(16 * 32) == BurstAddress{0, 0, 0, 0, 2});
}

TEST_CASE("bank^row: the bank changes with the row's lowest bits") {
  const AddressMap map(small(), "row-bank^row-column-group-channel", kPlace);
  CHECK(map(0) == BurstAddress{0, 0, 0, 0, 0});
  CHECK(map(32 * 32) == BurstAddress{0, 0, 1, 1, 0});
  CHECK(map((32 + 16) * 32) == BurstAddress{0, 0, 0, 1, 0});
  CHECK(map(2 * 32 * 32) == BurstAddress{0, 0, 0, 2, 0});
}

TEST_CASE("stack IDs are the upper half of the bank, and groups of their own") {
  Organisation o = small();
  o.stack_ids = 3;
  o.capacity = base::Bytes{3 * 2 * 2 * 2 * 4 * 32};
  const AddressMap map(o, "row-bank-column-group-channel", kPlace);
  CHECK(map(16 * 32) == BurstAddress{0, 0, 1, 0, 0});
  CHECK(map(2 * 16 * 32) == BurstAddress{0, 2, 0, 0, 0});
  CHECK(map((5 * 16 + 2) * 32) == BurstAddress{0, 5, 1, 0, 0});
  require_bijection(o, "row-bank-column-group-channel");
  require_bijection(o, "bank-channel-row:1-column:1-group-column");
}

TEST_CASE("every burst is reached exactly once, whatever the mapping") {
  base::Rng rng(7, "address_map_test", 0);
  for (int trial = 0; trial < 60; ++trial) {
    // A random order of single bits and rests, and so of fields.
    std::vector<std::string> parts = {"row",      "row:1", "bank",   "column",
                                      "column:1", "group", "channel"};
    if (rng.below(2) == 0) parts[2] = "bank^row";
    if (rng.below(2) == 0) parts[5] = "group^row";
    if (rng.below(2) == 0) parts[6] = "channel^row";
    for (std::size_t i = parts.size(); i > 1; --i) std::swap(parts[i - 1], parts[rng.below(i)]);
    std::string mapping;
    for (const std::string& part : parts) mapping += (mapping.empty() ? "" : "-") + part;
    require_bijection(small(), mapping);
  }
}

TEST_CASE("a mapping that aliases or does not cover is refused, and says which field") {
  CHECK_THAT(fault_with("row-bank-column-group-chanel"),
             Contains("\"chanel\"") && Contains("nearest is 'channel'"));
  CHECK_THAT(fault_with(""), Contains("joined by \"-\""));
  CHECK_THAT(fault_with("row-bank--column-group-channel"), Contains("joined by \"-\""));
  CHECK_THAT(fault_with("row-bank-column-group"),
             Contains("\"channel\" is missing: of its 2 values one is reached"));
  CHECK_THAT(fault_with("row-bank-column-column-group-channel"),
             Contains("\"column\" once") && Contains("addresses would alias"));
  CHECK_THAT(fault_with("row-bank-column:1-group-channel"), Contains("too few bits: 2"));
  CHECK_THAT(fault_with("row-bank-column:3-group-channel"), Contains("too many bits"));
  CHECK_THAT(fault_with("row-bank-column-column:3-group-channel"), Contains("too many bits"));
  CHECK_THAT(fault_with("row-row:2-bank-column-group-channel"), Contains("divide its 6 values"));
  CHECK_THAT(fault_with("row-bank-column:0-group-channel"), Contains("bits in 1..40"));
  CHECK_THAT(fault_with("row-bank-column:-1-group-channel"), Contains("found \"1\""));
  CHECK_THAT(fault_with("row-bank-column:41-group-channel"), Contains("bits in 1..40"));
  CHECK_THAT(fault_with("row-bank-column:x-group-channel"), Contains("bits in 1..40"));
  CHECK_THAT(fault_with("row-bank^bank-column-group-channel"), Contains("\"^row\""));
  CHECK_THAT(fault_with("row^row-bank-column-group-channel"), Contains("power of two"));
  CHECK_THAT(fault_with("row-bank-column^row-group-channel"), Contains("power of two"));
  Organisation o = small();
  o.channels = 3;
  CHECK_THAT(fault_with("row-bank-column-group-channel^row", o), Contains("channel has 3 values"));
  require_bijection(o, "row-bank-column-group-channel");
  std::string endless = "row";
  for (int i = 0; i < 100; ++i) endless += "-row:1";
  CHECK_THAT(fault_with(endless), Contains("at most 64 parts"));
  CHECK_THAT(fault_with("row-bank-column-group"), Contains("mine#/controller/mapping"));
}

TEST_CASE("a field of one value may be left out") {
  Organisation o = small();
  o.channels = 1;
  require_bijection(o, "row-bank-column-group");
  require_bijection(o, "channel-row-bank-column-group");
}
