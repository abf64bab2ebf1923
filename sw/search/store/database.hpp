// SPDX-License-Identifier: Apache-2.0
// An SQLite file, and statements on it; each failure is a ConfigError that names the file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace jacquard::search {

enum class DatabaseAccess { look, change, create };

class Database {
 public:
  Database(std::string path, DatabaseAccess access);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::string& path() const { return path_; }
  // One or several statements that give no rows. `expected` is what an error says was expected.
  void run(const std::string& sql, const char* expected);
  std::int64_t number(const std::string& sql);
  std::string text(const std::string& sql);
  // Undoes an open transaction, and is silent where there is none.
  void roll_back() noexcept;
  [[noreturn]] void fail(const std::string& expected) const;

 private:
  friend class Statement;
  std::string path_;
  sqlite3* handle_ = nullptr;
};

// A prepared statement. Parameters count from 1, columns from 0.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Texts must live until run() or the last row().
  void bind(int at, std::int64_t value);
  void bind(int at, double value);  // not a number: NULL
  void bind(int at, std::string_view text);
  void bind_null(int at);

  // The next row, or false: then it may be used again.
  bool row(const char* expected);
  // Of a statement without rows.
  void run(const char* expected);

  std::int64_t number(int column) const;
  double real(int column) const;  // NULL: not a number
  std::string text(int column) const;

 private:
  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace jacquard::search
