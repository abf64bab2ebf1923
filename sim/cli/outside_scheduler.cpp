// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/outside_scheduler.hpp"

#include <fmt/format.h>

#include <chrono>
#include <limits>

#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/schedule/schedule_file.hpp"

namespace jacquard::cli {
namespace {

using config::Document;
using config::Json;
using config::JsonObject;
using config::Place;
using schedule::Schedule;

constexpr int kProtocol = 1;
constexpr const char* kOption = "--outside";
constexpr const char* kExpected = R"("settings", a list of {"columns": [...], "hold": slots})";

Document question(const NamedDemand& demand, const demand::QuantaMatrix& quanta) {
  const int n = quanta.ports();
  Document matrix = Document::array();
  for (int r = 0; r < n; ++r) matrix.push_back(quanta.row(r));
  const demand::SlotClock& clock = quanta.clock();
  return {{"demand",
           {{"matrix", std::move(matrix)},
            {"ports", n},
            {"name", demand.name},
            {"index", demand.index},
            {"quantum_bytes", clock.quantum.count()},
            {"slot_ps", clock.slot_ps()},
            {"guard_ps", clock.guard.count()},
            {"guard_slots", clock.guard_in_slots()}}}};
}

// A setting in full. Whether the columns differ, and whether all is served, is for check() to say.
void read_setting(const Json& json, Schedule& schedule, const Place& place) {
  const JsonObject setting(json, {"columns", "hold"}, place);
  const int n = schedule.ports();
  const std::string expected = fmt::format("{} columns, one for each port", n);
  const Json& columns = setting.at("columns", expected);
  if (!columns.is_array() || columns.size() != static_cast<std::size_t>(n)) {
    setting.place("columns").fail(expected, config::brief(columns));
  }
  schedule::Matching matching;
  for (std::size_t r = 0; r < columns.size(); ++r) {
    matching.push_back(
        config::read_int(columns[r], schedule::kUnmatched, n - 1, setting.place("columns") / r));
  }
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::string slots = "a whole number of slots, at least 1";
  schedule.append(matching, config::read_whole_number(setting.at("hold", slots), 1, kMost, slots,
                                                      setting.place("hold")));
}

schedule::ScheduleFile read_answer(const Json& answer, int ports) {
  const Place place{kOption, ""};
  if (answer.contains("format")) {  // docs/schedulers.md
    auto file = schedule::parse_schedule(answer.dump(), kOption);
    if (file.schedule.ports() == ports) return file;
    (place / "ports").fail(std::to_string(ports), std::to_string(file.schedule.ports()));
  }
  const JsonObject object(answer, {"settings", "scheduler"}, place);
  const Json& settings = object.at("settings", kExpected);
  if (!settings.is_array()) object.place("settings").fail(kExpected, config::brief(settings));
  schedule::ScheduleFile file{Schedule(ports), object.text("scheduler", kOutside), {}};
  for (std::size_t i = 0; i < settings.size(); ++i) {
    read_setting(settings[i], file.schedule, object.place("settings") / i);
  }
  return file;
}

}  // namespace

OutsideScheduler::OutsideScheduler(const std::string& command, double patience_s,
                                   std::uint64_t seed)
    : program_({kOption, "a scheduler"}, command, std::chrono::duration<double>(patience_s)) {
  program_.send({{"hello", {{"protocol", kProtocol}, {"seed", seed}}}});
}

report::SchedulerRun OutsideScheduler::run(const NamedDemand& demand,
                                           const demand::QuantaMatrix& quanta) {
  const auto began = std::chrono::steady_clock::now();
  program_.send(question(demand, quanta));
  const Json answer = program_.receive();
  const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - began;
  auto file = read_answer(answer, quanta.ports());
  const auto figures =
      schedule::summarise(demand.matrix, quanta, file.schedule, file.schedule.hops());
  return {file.scheduler.empty() ? kOutside : file.scheduler,
          "a program of yours",
          "--outside",
          figures,
          std::move(file.schedule),
          took.count()};
}

}  // namespace jacquard::cli
