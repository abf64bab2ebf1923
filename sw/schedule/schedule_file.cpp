// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/schedule_file.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>

#include "jacquard/base/file.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::schedule {
namespace {

using config::Json;
using config::JsonObject;
using config::Place;

constexpr const char* kFormat = "jacquard-schedule";
constexpr int kVersion = 1;
constexpr int kMostHops = 16;  // of 2^16 ports

std::int64_t whole(const Json& json, const std::string& expected, const Place& place) {
  return config::read_whole_number(json, std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max(), expected, place);
}

[[noreturn]] void no_crossbar(const Place& place, const std::string& expected, std::int64_t found) {
  throw InvalidSchedule({place.source, place.where, expected, std::to_string(found), ""});
}

// Only what a Schedule can hold is required here; whether it is a port is for check() to say.
std::int16_t port(const Json& json, const Place& place) {
  const std::int64_t value = whole(json, "a port number", place);
  if (value < std::numeric_limits<std::int16_t>::min() ||
      value > std::numeric_limits<std::int16_t>::max()) {
    no_crossbar(place, "a port number", value);
  }
  return static_cast<std::int16_t>(value);
}

const Json& tuple(const Json& json, std::size_t size, const char* expected, const Place& place) {
  if (!json.is_array() || json.size() != size) place.fail(expected, config::brief(json));
  return json;
}

void read_changes(const Json& list, Schedule& schedule, const Place& place) {
  if (!list.is_array()) place.fail("a list of [row, column]", config::brief(list));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& pair = tuple(list[i], 2, "[row, column]", place / i);
    schedule.change(port(pair[0], place / i / 0u), port(pair[1], place / i / 1u));
  }
}

void read_relays(const Json& list, Schedule& schedule, const Place& place) {
  constexpr const char* expected = "[row, column, destination, quanta]";
  if (!list.is_array()) place.fail(std::string("a list of ") + expected, config::brief(list));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& r = tuple(list[i], 4, expected, place / i);
    schedule.relay({port(r[0], place / i / 0u), port(r[1], place / i / 1u),
                    port(r[2], place / i / 2u),
                    whole(r[3], "a whole number of quanta", place / i / 3u)});
  }
}

void read_entry(const Json& json, int hops, Schedule& schedule, const Place& place) {
  const JsonObject entry(json, {"hold", "changes", "relays"}, place);
  const std::string expected = "a whole number of slots, at least 1";
  const std::int64_t hold = whole(entry.at("hold", expected), expected, entry.place("hold"));
  if (hold < 1) no_crossbar(entry.place("hold"), expected, hold);
  read_changes(entry.at("changes", "a list of [row, column]"), schedule, entry.place("changes"));
  schedule.commit(hold);
  if (!entry.has("relays")) return;
  if (hops == 1) entry.place("relays").fail("no relays where hops is 1", "some");
  read_relays(entry.at("relays", "a list"), schedule, entry.place("relays"));
}

void append_changes(std::string& text, base::Span<const Change> changes) {
  for (std::size_t i = 0; i < changes.size(); ++i) {
    text += (i ? ",[" : "[") + std::to_string(changes[i].row) + "," +
            std::to_string(changes[i].column) + "]";
  }
}

void append_relays(std::string& text, base::Span<const Relay> relays) {
  for (std::size_t i = 0; i < relays.size(); ++i) {
    const Relay& r = relays[i];
    text += (i ? ",[" : "[") + std::to_string(r.row) + "," + std::to_string(r.column) + "," +
            std::to_string(r.destination) + "," + std::to_string(r.quanta) + "]";
  }
}

}  // namespace

ScheduleFile parse_schedule(std::string_view text, const std::string& source) {
  config::JsonLimits limits;
  limits.bytes = kLargestScheduleFile;
  const Json json = config::parse_json(text, source, limits);
  const JsonObject object(
      json, {"format", "version", "ports", "hops", "scheduler", "quantum_bytes", "entries"},
      {source, ""});
  const std::string quoted = Json(kFormat).dump();
  const Json& format = object.at("format", quoted);
  if (format != kFormat) object.place("format").fail(quoted, config::brief(format));
  object.number("version", kVersion, kVersion);
  const int ports = object.number("ports", 1, demand::kMaxPorts);
  const int hops = object.number("hops", 1, kMostHops, 1);
  ScheduleFile file{Schedule(ports, hops), object.text("scheduler", ""), base::Bytes{0}};
  if (object.has("quantum_bytes")) {
    const std::int64_t most = demand::kMaxEntry.count();
    file.quantum = base::Bytes{config::read_whole_number(object.at("quantum_bytes", ""), 1, most,
                                                         config::whole_number_expected(1, most),
                                                         object.place("quantum_bytes"))};
  }
  const Json& entries = object.at("entries", "a list of settings");
  const Place place = object.place("entries");
  if (!entries.is_array()) place.fail("a list of settings", config::brief(entries));
  for (std::size_t e = 0; e < entries.size(); ++e) {
    read_entry(entries[e], hops, file.schedule, place / e);
  }
  return file;
}

ScheduleFile read_schedule(const std::string& path) {
  return parse_schedule(base::read_file(path, kLargestScheduleFile), path);
}

std::string schedule_text(const ScheduleFile& file) {
  const Schedule& s = file.schedule;
  std::string text =
      "{\"format\":\"" + std::string(kFormat) + "\",\"version\":" + std::to_string(kVersion) +
      ",\"ports\":" + std::to_string(s.ports()) + ",\"hops\":" + std::to_string(s.hops());
  if (!file.scheduler.empty()) text += ",\"scheduler\":" + Json(file.scheduler).dump();
  if (file.quantum > base::Bytes{0}) {
    text += ",\"quantum_bytes\":" + std::to_string(file.quantum.count());
  }
  text += ",\"entries\":[";
  for (std::size_t e = 0; e < s.permutations(); ++e) {
    text += (e ? ",\n" : "\n") + ("{\"hold\":" + std::to_string(s.hold(e))) + ",\"changes\":[";
    append_changes(text, s.changes(e));
    text += "]";
    if (!s.relays(e).empty()) {
      text += ",\"relays\":[";
      append_relays(text, s.relays(e));
      text += "]";
    }
    text += "}";
  }
  return text + "\n]}\n";
}

std::string schedule_csv(const Schedule& schedule) {
  std::string text = "entry,start_slot,slots";
  for (int p = 0; p < schedule.ports(); ++p) text += ",port_" + std::to_string(p);
  std::int64_t start = 0;
  for (SettingCursor s(schedule); !s.done(); s.next()) {
    text += "\n" + std::to_string(s.entry()) + "," + std::to_string(start) + "," +
            std::to_string(s.hold());
    for (const int column : s.columns()) {
      text += column == kUnmatched ? "," : "," + std::to_string(column);
    }
    start += s.hold();
  }
  return text + "\n";
}

void write_schedule(const std::string& path, const ScheduleFile& file) {
  const bool csv = std::filesystem::path(path).extension() == ".csv";
  base::write_file(path, csv ? schedule_csv(file.schedule) : schedule_text(file));
}

}  // namespace jacquard::schedule
