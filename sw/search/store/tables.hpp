// SPDX-License-Identifier: Apache-2.0
// The tables of a store, as docs/search.md describes them.
#pragma once

#include <string>

#include "jacquard/search/store.hpp"
#include "jacquard/search/store/database.hpp"

namespace jacquard::search {

constexpr int kLayout = 1;
constexpr std::int64_t kApplication = 0x4A714451;  // "JqDQ": what `file` may show of a store

// In an empty database, as one transaction.
void make_tables(Database& database, const Identity& identity, const Space& space);

// Throws ConfigError for a database that is no store, of another layout, or without its settings.
Identity read_identity(Database& database);

// Texts of SQL that name a column for each metric and reward.
std::string insert_evaluation(const Identity& identity);
std::string select_evaluation(const Identity& identity);  // all columns, in the order of inserting

std::string text_of_point(const Point& point);
Point point_of_text(const std::string& text);

}  // namespace jacquard::search
