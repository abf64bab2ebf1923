// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/config_options.hpp"

#include <CLI/CLI.hpp>
#include <catch2/catch.hpp>

#include "jacquard/schedule/schedule_config.hpp"
#include "support/source_tree.hpp"

using jacquard::base::Picoseconds;
using jacquard::cli::add_field_options;
using jacquard::cli::Arguments;
using jacquard::cli::Common;
using jacquard::cli::find_config;
using jacquard::cli::resolve;
using jacquard::cli::shipped_configs;
using jacquard::schedule::schedule_fields;
using jacquard::schedule::ScheduleConfig;

namespace {

ScheduleConfig parse(const std::string& line, const std::vector<std::string>& set = {}) {
  CLI::App app;
  Arguments arguments(app);
  const auto given = add_field_options(arguments, schedule_fields().infos(), "schedulers");
  app.parse(line);
  Common common;
  common.set = set;
  return resolve(schedule_fields(), *given, common);
}

}  // namespace

TEST_CASE("a verb's options override --set, which overrides --config, which overrides defaults") {
  const std::string file =
      jacquard::tb::in_source_tree("configs/schedulers/ladder_fast_optics.json");
  const ScheduleConfig plain = parse("");
  CHECK_FALSE(plain.quantisation.bits.has_value());
  const ScheduleConfig from_file = parse("--config \"" + file + "\"");
  CHECK(from_file.quantisation.bits == 8);
  CHECK(from_file.quantisation.guard == Picoseconds{10'000});
  const ScheduleConfig all = parse("--bits 5 --config \"" + file + "\"", {"bits=6", "guard=7 ns"});
  CHECK(all.quantisation.bits == 5);
  CHECK(all.quantisation.guard == Picoseconds{7'000});
  CHECK(all.options.top_offset == 1);
}

TEST_CASE("a switch stands alone, takes a value, or is negated") {
  CHECK(parse("").options.fill);
  CHECK(parse("--fill").options.fill);
  CHECK_FALSE(parse("--fill=false").options.fill);
  CHECK_FALSE(parse("--no-fill").options.fill);
  CHECK(parse("--drop-diagonal").reading.drop_diagonal);
}

TEST_CASE("a wrong option names itself, not the key behind it") {
  CHECK_THROWS_WITH(parse("--guard-per slots"), Catch::StartsWith("--guard-per: expected") &&
                                                    Catch::Contains("did you mean 'slot'?"));
  CHECK_THROWS_WITH(parse("", {"bits=0"}), Catch::StartsWith("--set bits: expected"));
}

TEST_CASE("a shipped configuration is found by its name") {
  const auto names = shipped_configs("schedulers");
  REQUIRE(names.size() >= 3);
  for (const std::string& name : names) {
    CHECK_NOTHROW(jacquard::config::read_config(schedule_fields(),
                                                find_config("schedulers", name, "--config")));
  }
  CHECK(find_config("schedulers", "some/file.json", "--config") == "some/file.json");
  CHECK_THROWS_WITH(find_config("schedulers", "chronos_slot", "--config"),
                    Catch::Contains("did you mean 'chronos_slots'?"));
}
