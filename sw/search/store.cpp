// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::search {
namespace {

using config::Document;
using config::Json;

constexpr int kLayout = 1;
constexpr int kApplication = 0x4A714451;  // "JqDQ": what `file` may show of a store

constexpr const char* kTables =
    "CREATE TABLE search (key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE evaluation (step INTEGER PRIMARY KEY, point TEXT NOT NULL, design TEXT NOT NULL,"
    " why_not TEXT NOT NULL, metrics TEXT NOT NULL);";

std::string text_of_point(const Point& point) {
  std::string text;
  for (const std::uint16_t index : point) fmt::format_to(std::back_inserter(text), "{},", index);
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace

struct Store::Database {
  std::string path;
  sqlite3* handle = nullptr;
  sqlite3_stmt* insert = nullptr;
  sqlite3_stmt* select = nullptr;
  Identity identity;
  std::int64_t evaluations = 0;

  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() {
    sqlite3_finalize(insert);
    sqlite3_finalize(select);
    sqlite3_close(handle);
  }

  [[noreturn]] void fail(const std::string& expected) const {
    throw base::ConfigError(
        {path, "", expected, handle != nullptr ? sqlite3_errmsg(handle) : "none", ""});
  }
  void require(int code, int wanted, const char* expected) const {
    if (code != wanted) fail(expected);
  }
  void run(const char* sql, const char* expected) const {
    require(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr), SQLITE_OK, expected);
  }

  void open(int flags) {
    const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
    require(code, SQLITE_OK, "a store that can be opened");
    sqlite3_busy_timeout(handle, 2000);
  }
  sqlite3_stmt* prepared(const char* sql) const {
    sqlite3_stmt* statement = nullptr;
    require(sqlite3_prepare_v2(handle, sql, -1, &statement, nullptr), SQLITE_OK,
            "a store of searches");
    return statement;
  }

  std::int64_t number(const char* sql) const {
    sqlite3_stmt* statement = prepared(sql);
    const int code = sqlite3_step(statement);
    const std::int64_t value = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE) fail("a store of searches");
    return value;
  }

  static std::string column(sqlite3_stmt* statement, int at) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, at));  // NOLINT
    return text == nullptr
               ? ""
               : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, at)));
  }

  std::string entry(const char* key) const {
    sqlite3_stmt* statement = prepared("SELECT value FROM search WHERE key = ?");
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    std::string value;
    if (sqlite3_step(statement) == SQLITE_ROW) value = column(statement, 0);
    sqlite3_finalize(statement);
    return value;
  }
  void put(const char* key, const std::string& value) const {
    sqlite3_stmt* statement = prepared("INSERT INTO search VALUES (?, ?)");
    sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, value.c_str(), -1, SQLITE_STATIC);
    const int code = sqlite3_step(statement);
    sqlite3_finalize(statement);
    require(code, SQLITE_DONE, "a disk with room for the store");
  }
  void prepare() {
    insert = prepared("INSERT INTO evaluation VALUES (?, ?, ?, ?, ?)");
    select = prepared("SELECT point, why_not, metrics FROM evaluation WHERE step = ?");
    evaluations = number("SELECT count(*) FROM evaluation");
  }
};

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::create(const std::string& path, const Identity& identity) {
  auto db = std::make_unique<Database>();
  db->path = path;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    throw base::ConfigError({path, "", "a file that is not there yet", "one",
                             "search --resume " + path + " goes on with a search"});
  }
  db->open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  constexpr const char* kRoom = "a folder and a disk with room for a store";
  db->run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;", kRoom);
  db->run("BEGIN IMMEDIATE", kRoom);
  db->run(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplication, kLayout)
          .c_str(),
      kRoom);
  db->run(kTables, kRoom);
  db->put("version", identity.version);
  db->put("space", identity.space);
  db->put("search", identity.search.dump());
  db->run("COMMIT", kRoom);
  db->identity = identity;
  db->prepare();
  return Store(std::move(db));
}

Store Store::open(const std::string& path, StoreAccess access) {
  auto db = std::make_unique<Database>();
  db->path = path;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    throw base::ConfigError(
        {path, "", "a store of a search", "no such file", "search --store makes one"});
  }
  db->open(access == StoreAccess::add ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
  if (db->number("PRAGMA application_id") != kApplication) {
    throw base::ConfigError({path, "", "a store of a search", "another kind of file", ""});
  }
  const std::int64_t layout = db->number("PRAGMA user_version");
  if (layout != kLayout) {
    throw base::ConfigError({path, "", fmt::format("a store of layout {}", kLayout),
                             fmt::format("layout {}", layout), "another version wrote it"});
  }
  if (access == StoreAccess::add)
    db->run("PRAGMA synchronous = NORMAL", "a store that can be written");
  db->identity.version = db->entry("version");
  db->identity.space = db->entry("space");
  db->identity.search = Document::parse(db->entry("search"), nullptr, false);
  if (!db->identity.search.is_object()) db->fail("a store whose settings are whole");
  db->prepare();
  return Store(std::move(db));
}

const Identity& Store::identity() const { return database_->identity; }
std::int64_t Store::evaluations() const { return database_->evaluations; }

std::optional<Evaluation> Store::at(std::int64_t step) const {
  const Database& db = *database_;
  if (step >= db.evaluations) return std::nullopt;
  sqlite3_reset(db.select);
  sqlite3_bind_int64(db.select, 1, step);
  const int code = sqlite3_step(db.select);
  if (code != SQLITE_ROW) db.fail(fmt::format("step {} of the search", step));
  Evaluation evaluation;
  evaluation.step = step;
  for (const std::string& part : base::comma_list(Database::column(db.select, 0))) {
    evaluation.point.push_back(base::parse_number<std::uint16_t>(part).value_or(0));
  }
  evaluation.measured.why_not = Database::column(db.select, 1);
  const Document metrics = Document::parse(Database::column(db.select, 2), nullptr, false);
  if (metrics.is_discarded()) db.fail(fmt::format("metrics of step {}", step));
  for (const auto& [name, value] : metrics.items()) {
    evaluation.measured.metrics.push_back(
        value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN());
  }
  sqlite3_reset(db.select);
  return evaluation;
}

void Store::append(const std::vector<Evaluation>& batch, const Space& space,
                   const std::vector<std::string>& metrics) {
  Database& db = *database_;
  constexpr const char* kRoom = "a store that nobody else writes, on a disk with room";
  db.run("BEGIN IMMEDIATE", kRoom);
  for (const Evaluation& evaluation : batch) {
    const std::string point = text_of_point(evaluation.point);
    const std::string design = space.show(evaluation.point).dump();
    Document measured = Document::object();
    for (std::size_t m = 0; m < evaluation.measured.metrics.size(); ++m) {
      measured[metrics[m]] = evaluation.measured.metrics[m];
    }
    const std::string values = measured.dump();
    sqlite3_reset(db.insert);
    sqlite3_bind_int64(db.insert, 1, evaluation.step);
    int at = 2;
    for (const std::string* text : {&point, &design, &evaluation.measured.why_not, &values}) {
      sqlite3_bind_text(db.insert, at++, text->data(), static_cast<int>(text->size()),
                        SQLITE_STATIC);
    }
    if (sqlite3_step(db.insert) != SQLITE_DONE) {
      const std::string why = sqlite3_errmsg(db.handle);
      sqlite3_reset(db.insert);
      sqlite3_exec(db.handle, "ROLLBACK", nullptr, nullptr, nullptr);
      throw base::ConfigError({db.path, "", kRoom, why, "what it had before is intact"});
    }
    sqlite3_reset(db.insert);
  }
  if (sqlite3_exec(db.handle, "COMMIT", nullptr, nullptr, nullptr) != SQLITE_OK) {
    const std::string why = sqlite3_errmsg(db.handle);
    sqlite3_exec(db.handle, "ROLLBACK", nullptr, nullptr, nullptr);
    throw base::ConfigError({db.path, "", kRoom, why, "what it had before is intact"});
  }
  db.evaluations += static_cast<std::int64_t>(batch.size());
}

}  // namespace jacquard::search
