// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/store/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::search {
namespace {

using config::Document;

constexpr const char* kRoom = "a folder and a disk with room for a store";
constexpr const char* kColumns = "step, point, design, effective, why_not";

// A name as SQL quotes it.
std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) {
    if (c == '"') text += c;
    text += c;
  }
  return text + "\"";
}

std::vector<std::string> value_columns(const Identity& identity) {
  std::vector<std::string> columns;
  for (const std::string& metric : identity.metrics) columns.push_back(quoted(metric));
  for (const std::string& reward : identity.rewards) columns.push_back(quoted("reward_" + reward));
  return columns;
}

// A column for each knob, each metric and each reward: what a user asks.
std::string view(const Identity& identity, const Space& space) {
  std::string text = "CREATE VIEW design AS SELECT step";
  for (const Knob& knob : space.knobs()) {
    std::string path = "$." + quoted(knob.family);
    if (knob.dimension >= 0) path += fmt::format("[{}]", knob.dimension);
    std::string literal;
    for (const char c : path) literal += c == '\'' ? "''" : std::string(1, c);
    text += fmt::format(", json_extract(design, '{}') AS {}", literal, quoted(knob.name));
  }
  for (const std::string& column : value_columns(identity)) text += ", " + column;
  return text + ", why_not FROM evaluation;";
}

void put(Database& database, const char* key, const std::string& value) {
  Statement statement(database, "INSERT INTO search VALUES (?, ?)");
  statement.bind(1, std::string_view(key));
  statement.bind(2, std::string_view(value));
  statement.run(kRoom);
}

Document entry(Database& database, const char* key) {
  const Document value = Document::parse(
      database.text(fmt::format("SELECT value FROM search WHERE key = '{}'", key)), nullptr, false);
  if (value.is_discarded()) {
    throw base::ConfigError({database.path(), "", "a store with the settings of its search",
                             fmt::format("no '{}'", key), ""});
  }
  return value;
}

}  // namespace

void make_tables(Database& database, const Identity& identity, const Space& space) {
  std::string columns;
  for (const std::string& column : value_columns(identity)) columns += ", " + column + " REAL";
  database.run("BEGIN", kRoom);
  database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};"
                           "CREATE TABLE search (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
                           "CREATE TABLE evaluation (step INTEGER PRIMARY KEY, point TEXT NOT NULL,"
                           " design TEXT NOT NULL, effective TEXT, why_not TEXT{});"
                           "CREATE TABLE repeated (step INTEGER PRIMARY KEY,"
                           " first INTEGER NOT NULL REFERENCES evaluation);",
                           kApplication, kLayout, columns) +
                   view(identity, space),
               kRoom);
  put(database, "version", Document(identity.version).dump());
  put(database, "space", Document(identity.space).dump());
  put(database, "metrics", Document(identity.metrics).dump());
  put(database, "rewards", Document(identity.rewards).dump());
  put(database, "search", identity.search.dump());
  database.run("COMMIT", kRoom);
}

Identity read_identity(Database& database) {
  if (database.number("PRAGMA application_id") != kApplication) {
    throw base::ConfigError(
        {database.path(), "", "a store of a search", "another kind of file", ""});
  }
  const std::int64_t layout = database.number("PRAGMA user_version");
  if (layout != kLayout) {
    throw base::ConfigError({database.path(), "", fmt::format("a store of layout {}", kLayout),
                             fmt::format("layout {}", layout), "another version wrote it"});
  }
  try {
    return {entry(database, "version").get<std::string>(),
            entry(database, "space").get<std::string>(),
            entry(database, "metrics").get<std::vector<std::string>>(),
            entry(database, "rewards").get<std::vector<std::string>>(), entry(database, "search")};
  } catch (const Document::exception&) {
    throw base::ConfigError({database.path(), "", "a store with the settings of its search",
                             "settings that were changed", ""});
  }
}

std::string insert_evaluation(const Identity& identity) {
  const std::vector<std::string> columns = value_columns(identity);
  std::string marks = "?, ?, ?, ?, ?";
  for (std::size_t k = 0; k < columns.size(); ++k) marks += ", ?";
  return "INSERT INTO evaluation VALUES (" + marks + ")";
}

std::string select_evaluation(const Identity& identity) {
  std::string text = fmt::format("SELECT {}", kColumns);
  for (const std::string& column : value_columns(identity)) text += ", " + column;
  return text + " FROM evaluation";
}

std::string text_of_point(const Point& point) { return fmt::format("{}", fmt::join(point, ",")); }

Point point_of_text(const std::string& text) {
  Point point;
  for (const std::string& part : base::comma_list(text)) {
    point.push_back(base::parse_number<std::uint16_t>(part).value_or(0));
  }
  return point;
}

}  // namespace jacquard::search
