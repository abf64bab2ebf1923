// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/store/database.hpp"

#include <sqlite3.h>

#include <limits>

#include "jacquard/base/error.hpp"

namespace jacquard::search {
namespace {

constexpr const char* kStore = "a store of a search";
constexpr int kPatienceMs = 2000;

}  // namespace

Database::Database(std::string path, DatabaseAccess access) : path_(std::move(path)) {
  // To look, too: what a killed program left half-done has to be undone first. SQLite falls back to
  // reading alone where nothing may be written.
  const int flags =
      SQLITE_OPEN_READWRITE | (access == DatabaseAccess::create ? SQLITE_OPEN_CREATE : 0);
  if (sqlite3_open_v2(path_.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
    const std::string why = handle_ != nullptr ? sqlite3_errmsg(handle_) : "no memory";
    sqlite3_close(handle_);
    throw base::ConfigError({path_, "", "a store that can be opened", why, ""});
  }
  sqlite3_busy_timeout(handle_, kPatienceMs);
  if (access == DatabaseAccess::look) {
    sqlite3_exec(handle_, "PRAGMA query_only = ON", nullptr, nullptr, nullptr);
  }
}

Database::~Database() { sqlite3_close(handle_); }

void Database::fail(const std::string& expected) const {
  const int code = sqlite3_errcode(handle_);
  const bool no_room = code == SQLITE_FULL || code == SQLITE_IOERR;
  throw base::ConfigError({path_, "", expected, sqlite3_errmsg(handle_),
                           no_room ? "what it had before is intact" : ""});
}

void Database::run(const std::string& sql, const char* expected) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail(expected);
}

void Database::roll_back() noexcept {
  if (sqlite3_get_autocommit(handle_) == 0) {
    sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
}

std::int64_t Database::number(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.row(kStore) ? statement.number(0) : 0;
}

std::string Database::text(const std::string& sql) {
  Statement statement(*this, sql);
  return statement.row(kStore) ? statement.text(0) : "";
}

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  if (sqlite3_prepare_v2(database.handle_, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) {
    database.fail(kStore);
  }
}

Statement::~Statement() { sqlite3_finalize(statement_); }

void Statement::bind(int at, std::int64_t value) { sqlite3_bind_int64(statement_, at, value); }
void Statement::bind(int at, double value) { sqlite3_bind_double(statement_, at, value); }
void Statement::bind(int at, std::string_view text) {
  sqlite3_bind_text(statement_, at, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
}
void Statement::bind_null(int at) { sqlite3_bind_null(statement_, at); }

bool Statement::row(const char* expected) {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) {
    sqlite3_reset(statement_);
    return false;
  }
  try {
    database_.fail(expected);
  } catch (...) {
    sqlite3_reset(statement_);  // after its error was read
    throw;
  }
}

void Statement::run(const char* expected) {
  while (row(expected)) {
  }
}

std::int64_t Statement::number(int column) const {
  return sqlite3_column_int64(statement_, column);
}
double Statement::real(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL
             ? std::numeric_limits<double>::quiet_NaN()
             : sqlite3_column_double(statement_, column);
}
std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (text == nullptr) return "";
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

}  // namespace jacquard::search
