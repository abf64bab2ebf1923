// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/schedule_file.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using schedule::kUnmatched;
using schedule::parse_schedule;
using schedule::Schedule;
using schedule::schedule_csv;
using schedule::schedule_text;

namespace {

Schedule random_schedule(int ports, int entries, bool two_hop) {
  base::Rng rng(7, "schedule-file-test", static_cast<std::uint64_t>(ports));
  Schedule s(ports);
  for (int e = 0; e < entries; ++e) {
    schedule::Matching setting = rng.permutation(ports);
    for (int& column : setting) column = rng.chance(0.3) ? kUnmatched : column;
    s.append(setting, rng.between(1, std::int64_t{1} << 40));
    if (two_hop && rng.chance(0.5)) {
      s.relay({0, static_cast<std::int16_t>(setting[0]), 1, rng.between(1, 99)});
    }
  }
  return s;
}

void check_equal(const Schedule& a, const Schedule& b) {
  REQUIRE(a.ports() == b.ports());
  REQUIRE(a.permutations() == b.permutations());
  CHECK(a.slots() == b.slots());
  for (std::size_t e = 0; e < a.permutations(); ++e) {
    CHECK(a.hold(e) == b.hold(e));
    REQUIRE(a.relays(e).size() == b.relays(e).size());
    for (std::size_t i = 0; i < a.relays(e).size(); ++i) {
      CHECK(a.relays(e)[i].row == b.relays(e)[i].row);
      CHECK(a.relays(e)[i].column == b.relays(e)[i].column);
      CHECK(a.relays(e)[i].destination == b.relays(e)[i].destination);
      CHECK(a.relays(e)[i].quanta == b.relays(e)[i].quanta);
    }
  }
  schedule::SettingCursor x(a);
  for (schedule::SettingCursor y(b); !y.done(); x.next(), y.next()) {
    CHECK(x.columns() == y.columns());
  }
}

std::string fault_of(const std::string& text) {
  try {
    parse_schedule(text, "f.json");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "no fault";
}

std::string with_entries(const std::string& entries, const std::string& hops = "1") {
  return R"({"format":"jacquard-schedule","version":1,"ports":2,"hops":)" + hops +
         R"(,"entries":)" + entries + "}";
}

}  // namespace

TEST_CASE("a schedule comes back from its text as it was") {
  for (const int ports : {1, 2, 7, 64}) {
    for (const bool two_hop : {false, true}) {
      const Schedule s = random_schedule(ports, 40, two_hop);
      const auto file =
          parse_schedule(schedule_text({s, "a \"quoted\" name", base::Bytes{123}}), "f.json");
      check_equal(s, file.schedule);
      CHECK(file.schedule.hops() == s.hops());
      CHECK(file.scheduler == "a \"quoted\" name");
      CHECK(file.quantum == base::Bytes{123});
    }
  }
}

TEST_CASE("an empty schedule comes back empty, and says neither maker nor quantum") {
  const auto file = parse_schedule(schedule_text({Schedule(3), "", base::Bytes{0}}), "f.json");
  CHECK(file.schedule.ports() == 3);
  CHECK(file.schedule.permutations() == 0);
  CHECK(file.scheduler.empty());
  CHECK(file.quantum == base::Bytes{0});
}

TEST_CASE("what is wrong with a schedule file is named with its pointer") {
  const std::string good = R"([{"hold":1,"changes":[[0,1]]}])";
  CHECK(fault_of(with_entries(good)) == "no fault");
  CHECK_THAT(fault_of(""), Catch::Contains("f.json"));
  CHECK_THAT(fault_of(with_entries(good).substr(0, 80)), Catch::Contains("f.json"));
  CHECK_THAT(fault_of("[]"), Catch::Contains("expected an object"));
  CHECK_THAT(fault_of("{}"), Catch::Contains("#/format"));
  CHECK_THAT(fault_of(R"({"format":"x"})"), Catch::Contains("jacquard-schedule"));
  CHECK_THAT(fault_of(R"({"format":"jacquard-schedule","version":2})"),
             Catch::Contains("#/version"));
  CHECK_THAT(fault_of(R"({"format":"jacquard-schedule","version":1,"ports":0})"),
             Catch::Contains("#/ports: expected a whole number in 1..1024"));
  CHECK_THAT(fault_of(R"({"format":"jacquard-schedule","version":1,"ports":2,"entrys":[]})"),
             Catch::Contains("did you mean 'entries'?"));
  CHECK_THAT(fault_of(with_entries("3")), Catch::Contains("#/entries: expected a list"));
  CHECK_THAT(fault_of(with_entries("[3]")), Catch::Contains("#/entries/0"));
  CHECK_THAT(fault_of(with_entries(R"([{"changes":[]}])")), Catch::Contains("#/entries/0/hold"));
  CHECK_THAT(fault_of(with_entries(R"([{"hold":1}])")), Catch::Contains("#/entries/0/changes"));
  CHECK_THAT(fault_of(with_entries(R"([{"hold":1.5,"changes":[]}])")),
             Catch::Contains("#/entries/0/hold"));
  CHECK_THAT(fault_of(with_entries(R"([{"hold":18446744073709551615,"changes":[]}])")),
             Catch::Contains("#/entries/0/hold"));
  CHECK_THAT(fault_of(with_entries(R"([{"hold":1,"changes":[[0]]}])")),
             Catch::Contains("#/entries/0/changes/0: expected [row, column]"));
  CHECK_THAT(fault_of(with_entries(R"([{"hold":1,"changes":[[0,"a"]]}])")),
             Catch::Contains("#/entries/0/changes/0/1"));
  CHECK_THAT(fault_of(with_entries(R"([{"hold":1,"changes":[],"relays":[[0,1,1,1]]}])")),
             Catch::Contains("hops is 1"));
  CHECK_THAT(fault_of(with_entries(R"([{"hold":1,"changes":[],"relays":[[0,1,1]]}])", "2")),
             Catch::Contains("#/entries/0/relays/0"));
}

TEST_CASE("a well-formed file that no crossbar could do is told apart from a malformed one") {
  CHECK_THROWS_AS(parse_schedule(with_entries(R"([{"hold":0,"changes":[]}])"), "f"),
                  schedule::InvalidSchedule);
  CHECK_THROWS_AS(parse_schedule(with_entries(R"([{"hold":1,"changes":[[70000,0]]}])"), "f"),
                  schedule::InvalidSchedule);
}

TEST_CASE("the CSV shows every setting in full") {
  Schedule s(3);
  s.append({1, 0, kUnmatched}, 5);
  s.append({1, kUnmatched, 2}, 2);
  CHECK(schedule_csv(s) == "entry,start_slot,slots,port_0,port_1,port_2\n0,0,5,1,0,\n1,5,2,1,,2\n");
}
