// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/store.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include "jacquard/base/error.hpp"
#include "jacquard/base/leftover.hpp"
#include "jacquard/base/version.hpp"
#include "jacquard/search/store/database.hpp"
#include "jacquard/search/store/design_text.hpp"
#include "jacquard/search/store/owner.hpp"
#include "jacquard/search/store/tables.hpp"

namespace jacquard::search {
namespace {

constexpr const char* kStore = "a store of a search";
constexpr const char* kRoom = "a store on a disk with room for more";

Finished finished_of(const Statement& row, const Identity& identity) {
  Finished finished;
  finished.step = row.number(0);
  finished.point = point_of_text(row.text(1));
  finished.effective = row.text(3);
  finished.measured.why_not = row.text(4);
  int column = 5;
  if (finished.measured.why_not.empty()) {
    for (std::size_t m = 0; m < identity.metrics.size(); ++m) {
      finished.measured.metrics.push_back(row.real(column++));
    }
    for (std::size_t r = 0; r < identity.rewards.size(); ++r) {
      finished.score.rewards.push_back(row.real(column++));
    }
  }
  finished.score.valid = !finished.score.rewards.empty();
  for (const double reward : finished.score.rewards) {
    if (reward != reward) finished.score.valid = false;  // NULL
  }
  if (!finished.score.valid) finished.score.rewards.clear();
  return finished;
}

}  // namespace

Identity identity_of(const Space& space, const std::vector<std::string>& metrics,
                     const std::vector<std::string>& rewards, config::Document search) {
  return {std::string(base::kVersion), space.fingerprint(), metrics, rewards, std::move(search)};
}

struct Store::Parts {
  Parts(const std::string& path, StoreAccess a)
      : access(a),
        owner(a == StoreAccess::add ? std::make_unique<Owner>(path) : nullptr),
        database(path, a == StoreAccess::add ? DatabaseAccess::change : DatabaseAccess::look) {}

  // One file again, which can be read where nothing may be written.
  ~Parts() {
    insert.reset();
    repeat.reset();
    find.reset();
    if (access == StoreAccess::look) return;
    try {
      database.roll_back();
      database.run("PRAGMA journal_mode = DELETE", kStore);
    } catch (const base::ConfigError&) {
      // A reader has it open: the log beside it stays, and is read with it.
    }
  }

  StoreAccess access;
  std::unique_ptr<Owner> owner;
  Database database;
  Identity identity;
  std::unique_ptr<Statement> insert;
  std::unique_ptr<Statement> repeat;
  std::unique_ptr<Statement> find;  // of one step
  std::unique_ptr<DesignText> design;
  std::int64_t distinct = 0;
  std::int64_t repeated = 0;
};

Store::Store(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::create(const std::string& path, const Identity& identity, const Space& space) {
  const auto there = [&] {
    return base::ConfigError({path, "", "a file that is not there yet", "one",
                              "search --resume " + path + " goes on with a search"});
  };
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) throw there();
  {
    // Under another name until it is whole.
    const base::Leftover made([&] {
      std::string name = fmt::format("{}.{}.new", path, ::getpid());
      std::filesystem::remove(name, ignored);
      return name;
    });
    try {
      Database database(made.path(), DatabaseAccess::create);
      make_tables(database, identity, space);
    } catch (const base::ConfigError& error) {
      std::filesystem::remove(made.path(), ignored);
      base::InputFault fault = error.fault();
      fault.source = path;
      throw base::ConfigError(fault);
    }
    const int linked = ::link(made.path().c_str(), path.c_str());
    const int why = errno;
    std::filesystem::remove(made.path(), ignored);
    if (linked != 0 && why == EEXIST) throw there();
    if (linked != 0) {
      throw base::ConfigError(
          {path, "", "a folder that a store can be made in", std::strerror(why), ""});
    }
  }
  return open(path, StoreAccess::add);
}

Store Store::open(const std::string& path, StoreAccess access) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    throw base::ConfigError({path, "", kStore, "no such file", "search --store makes one"});
  }
  auto parts = std::make_unique<Parts>(path, access);
  Database& db = parts->database;
  parts->identity = read_identity(db);
  if (access == StoreAccess::add) {
    if (parts->identity.version != base::kVersion) {
      throw base::ConfigError({path, "", fmt::format("a store of version {}", base::kVersion),
                               "one of version " + parts->identity.version,
                               "that version resumes it; search show reads it"});
    }
    const std::string health = db.text("PRAGMA quick_check(1)");
    if (health != "ok") throw base::ConfigError({path, "", "a store that is whole", health, ""});
    // A commit is written to the log, which survives a kill at any instant. Power is another
    // matter: the last commits may be lost then, the store is not.
    db.run(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "PRAGMA wal_autocheckpoint = 4000;",
        "a store that can be written");
    parts->insert = std::make_unique<Statement>(db, insert_evaluation(parts->identity));
    parts->repeat = std::make_unique<Statement>(db, "INSERT INTO repeated VALUES (?, ?)");
  }
  parts->distinct = db.number("SELECT count(*) FROM evaluation");
  parts->repeated = db.number("SELECT count(*) FROM repeated");
  return Store(std::move(parts));
}

const std::string& Store::path() const { return parts_->database.path(); }
const Identity& Store::identity() const { return parts_->identity; }
std::int64_t Store::distinct() const { return parts_->distinct; }
std::int64_t Store::steps() const { return parts_->distinct + parts_->repeated; }

void Store::each(const std::function<void(Finished)>& take) const {
  Statement rows(parts_->database, select_evaluation(parts_->identity) + " ORDER BY step");
  while (rows.row(kStore)) take(finished_of(rows, parts_->identity));
}

std::int64_t Store::last_repeat() const {
  return parts_->database.number("SELECT coalesce(max(step), -1) FROM repeated");
}

std::optional<Evaluation> Store::at(std::int64_t step) const {
  if (!parts_->find) {
    parts_->find = std::make_unique<Statement>(
        parts_->database,
        select_evaluation(parts_->identity) +
            " WHERE step = coalesce((SELECT first FROM repeated WHERE step = ?1), ?1)");
  }
  Statement& row = *parts_->find;
  row.bind(1, step);
  if (!row.row(kStore)) return std::nullopt;
  Finished finished = finished_of(row, parts_->identity);
  row.run(kStore);  // to its end, as it is used again
  return Evaluation{step, std::move(finished.point), std::move(finished.measured)};
}

void Store::add(const std::vector<Finished>& finished, const std::vector<Repeat>& repeats,
                const Space& space) {
  Parts& parts = *parts_;
  if (finished.empty() && repeats.empty()) return;
  if (!parts.design) parts.design = std::make_unique<DesignText>(space);
  try {
    parts.database.run("BEGIN IMMEDIATE", kRoom);
    std::string design;
    for (const Finished& one : finished) {
      const std::string point = text_of_point(one.point);
      parts.design->write(one.point, design);
      Statement& insert = *parts.insert;
      insert.bind(1, one.step);
      insert.bind(2, std::string_view(point));
      insert.bind(3, std::string_view(design));
      one.effective.empty() ? insert.bind_null(4) : insert.bind(4, std::string_view(one.effective));
      one.measured.why_not.empty() ? insert.bind_null(5)
                                   : insert.bind(5, std::string_view(one.measured.why_not));
      int column = 6;
      const auto bind = [&](const std::vector<double>& values, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) {
          k < values.size() ? insert.bind(column++, values[k]) : insert.bind_null(column++);
        }
      };
      bind(one.measured.metrics, parts.identity.metrics.size());
      bind(one.score.rewards, parts.identity.rewards.size());
      insert.run(kRoom);
    }
    for (const Repeat& repeat : repeats) {
      parts.repeat->bind(1, repeat.step);
      parts.repeat->bind(2, repeat.first);
      parts.repeat->run(kRoom);
    }
    parts.database.run("COMMIT", kRoom);
  } catch (const base::ConfigError&) {
    parts.database.roll_back();
    throw;
  }
  parts.distinct += static_cast<std::int64_t>(finished.size());
  parts.repeated += static_cast<std::int64_t>(repeats.size());
}

}  // namespace jacquard::search
