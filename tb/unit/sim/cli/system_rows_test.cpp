// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/system_rows.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using Catch::Contains;

namespace {

topology::System system_of(const std::vector<std::string>& settings) {
  topology::System system;
  for (const std::string& setting : settings) topology::system_fields().set(system, setting);
  return system;
}

std::vector<report::Row> json_of(const std::vector<report::Printed>& rows) {
  std::vector<report::Row> all;
  for (const report::Printed& row : rows) all.push_back(row.json);
  return all;
}

}  // namespace

TEST_CASE("A system's rows say what its dimensions are and cost") {
  const auto rows = json_of(cli::system_rows(config::read_config(
      topology::system_fields(), tb::in_source_tree("configs/systems/cosmic_system1.json"))));
  REQUIRE(rows.size() == 5);
  CHECK(rows[0]["row_kind"] == "dimension");
  CHECK(rows[0]["place"] == "chiplet");
  CHECK(rows[0]["cost_usd"] == 2 * 512 * 100 * 2);
  CHECK(rows[0]["link_bytes_per_s"] == 100.0 * (1 << 30));
  CHECK(rows[0]["npu_bytes_per_s"] == 200.0 * (1 << 30));
  CHECK(rows[3]["block"] == "Switch");
  CHECK(rows[3]["latency_ps"] == 2'000'000);
  CHECK(rows[4]["row_kind"] == "network");
  CHECK(rows[4]["npus"] == 512);
  CHECK(rows[4]["switches"] == 64);
  CHECK(rows[4]["links"] == 3 * 2 * 512 + 2 * 512);
  CHECK(rows[4]["cost_usd"] == 2'693'120);
}

TEST_CASE("What has no price has rows all the same") {
  const auto rows = json_of(cli::system_rows(system_of({"network.topology=Crossbar(8)"})));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["cost_usd"].is_null());
  CHECK(rows[1]["cost_usd"].is_null());
  CHECK(rows[1]["links"] == 16);
}

TEST_CASE("A system whose keys do not fit each other is refused") {
  CHECK_THAT(
      tb::fault_of([] { cli::system_rows(system_of({R"(algorithm=["ring", "direct"])"})); }),
      Contains("algorithm: expected 1 algorithms, one for each dimension, or none, found 2"));
  CHECK_THAT(tb::fault_of([] { cli::system_rows(system_of({"network.latency=1 ns,2 ns"})); }),
             Contains("latency: expected one value, found 2"));
}
