// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/program/scheduling_program.hpp"

#include <fmt/format.h>

#include <limits>

#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_object.hpp"

namespace jacquard::schedule {
namespace {

using config::Document;
using config::Json;
using config::JsonObject;
using config::Place;

constexpr int kProtocol = 1;
constexpr const char* kExpected = R"("settings", a list of {"columns": [...], "hold": slots})";

Document question(const demand::QuantaMatrix& quanta, const std::string& name, int index) {
  const int n = quanta.ports();
  Document matrix = Document::array();
  for (int r = 0; r < n; ++r) matrix.push_back(quanta.row(r));
  const demand::SlotClock& clock = quanta.clock();
  return {{"demand",
           {{"matrix", std::move(matrix)},
            {"ports", n},
            {"name", name},
            {"index", index},
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
  Matching matching;
  for (std::size_t r = 0; r < columns.size(); ++r) {
    matching.push_back(
        config::read_int(columns[r], kUnmatched, n - 1, setting.place("columns") / r));
  }
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::string slots = "a whole number of slots, at least 1";
  schedule.append(matching, config::read_whole_number(setting.at("hold", slots), 1, kMost, slots,
                                                      setting.place("hold")));
}

ScheduleFile read_answer(const Json& answer, int ports, const char* option) {
  const Place place{option, ""};
  if (answer.contains("format")) {  // docs/schedulers.md
    auto file = parse_schedule(answer.dump(), option);
    if (file.schedule.ports() == ports) return file;
    (place / "ports").fail(std::to_string(ports), std::to_string(file.schedule.ports()));
  }
  const JsonObject object(answer, {"settings", "scheduler"}, place);
  const Json& settings = object.at("settings", kExpected);
  if (!settings.is_array()) object.place("settings").fail(kExpected, config::brief(settings));
  ScheduleFile file{Schedule(ports), object.text("scheduler", ""), {}};
  for (std::size_t i = 0; i < settings.size(); ++i) {
    read_setting(settings[i], file.schedule, object.place("settings") / i);
  }
  return file;
}

}  // namespace

SchedulingProgram::SchedulingProgram(const char* option, const std::string& command,
                                     double patience_s, std::uint64_t seed)
    : option_(option),
      program_({option, "a scheduler"}, command, std::chrono::duration<double>(patience_s)) {
  program_.send({{"hello", {{"protocol", kProtocol}, {"seed", seed}}}});
}

ScheduleFile SchedulingProgram::run(const demand::QuantaMatrix& quanta, const std::string& name,
                                    int index) {
  program_.send(question(quanta, name, index));
  return read_answer(program_.receive(), quanta.ports(), option_);
}

}  // namespace jacquard::schedule
