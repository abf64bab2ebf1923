// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/schedule_config.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "support/source_tree.hpp"

using jacquard::base::Bytes;
using jacquard::base::Picoseconds;
using jacquard::schedule::schedule_fields;
using jacquard::schedule::ScheduleConfig;

TEST_CASE("the options of a scheduling job come through its table") {
  ScheduleConfig c;
  schedule_fields().set(c, "guard", "10 ns", "--guard");
  schedule_fields().set(c, "bits", "12", "--bits");
  schedule_fields().set(c, "slot", "1 us", "--slot");
  schedule_fields().set(c, "bytes_per_token", "32 KiB", "--bytes-per-token");
  schedule_fields().set(c, "guard_per", "slot", "--guard-per");
  schedule_fields().set(c, "drop_diagonal", "true", "--drop-diagonal");
  schedule_fields().set(c, "floor=2");
  CHECK(c.quantisation.guard == Picoseconds{10'000});
  CHECK(c.quantisation.bits == 12);
  CHECK(c.quantisation.slot == Picoseconds{1'000'000});
  CHECK(c.reading.bytes_per_token == Bytes{32'768});
  CHECK(c.quantisation.guard_per == jacquard::demand::GuardPer::slot);
  CHECK(c.reading.drop_diagonal);
  CHECK(c.options.floor == 2);
}

TEST_CASE("a wrong option of a scheduling job is named as the user wrote it") {
  ScheduleConfig c;
  CHECK_THROWS_WITH(schedule_fields().set(c, "guard", "10", "--guard"),
                    Catch::StartsWith("--guard: expected a time"));
  CHECK_THROWS_WITH(schedule_fields().set(c, "bits", "33", "--bits"),
                    Catch::Contains("1..32") && Catch::Contains("found 33"));
  CHECK_THROWS_WITH(schedule_fields().set(c, "slot", "0 ns", "--slot"),
                    Catch::Contains("at least 1 ps"));
  CHECK_THROWS_WITH(schedule_fields().set(c, "rate", "0 b/s", "--rate"),
                    Catch::Contains("at least 1 b/s"));
  CHECK_THROWS_WITH(schedule_fields().set(c, "gaurd=1 ns"), Catch::Contains("'guard'"));
}

TEST_CASE("every shipped scheduler configuration is sound and its effective form reads back") {
  int files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(jacquard::tb::in_source_tree("configs/schedulers"))) {
    INFO(entry.path());
    const auto c = jacquard::config::read_config(schedule_fields(), entry.path().string());
    const auto shown = schedule_fields().show(c);
    ScheduleConfig again;
    schedule_fields().read(again, jacquard::config::Json(shown), {"again", ""});
    CHECK(schedule_fields().show(again) == shown);
    ++files;
  }
  CHECK(files >= 3);
}
