// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/store.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <limits>

#include "jacquard/search/store/database.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;
using Catch::Contains;

namespace {

Identity identity(const Space& space) {
  return identity_of(space, {"time_ps", "cost_dollars"}, {"few"}, {{"agent", "ga"}, {"seed", 7}});
}

// Of step `step`, with numbers that only it has.
Finished finished(std::int64_t step) {
  Finished one;
  one.step = step;
  one.point = {static_cast<std::uint16_t>(step % 11), 2, 3, 5};
  one.measured.metrics = {1e12 / 3 + static_cast<double>(step), 0.1};
  one.score = {true, {-1.0 / static_cast<double>(step + 3)}};
  return one;
}

void add_steps(Store& store, const Space& space, std::int64_t first, std::int64_t end) {
  std::vector<Finished> batch;
  for (std::int64_t step = first; step < end; ++step) batch.push_back(finished(step));
  store.add(batch, {}, space);
}

// What a child process does; its exit code.
template <class Act>
int in_child(const Act& act) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(act());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::int64_t distinct_of(const std::string& path) {
  return Store::open(path, StoreAccess::look).distinct();
}

void change(const std::string& path, const std::string& sql) {
  Database(path, DatabaseAccess::change).run(sql, "a change");
}

}  // namespace

TEST_CASE("a store gives back to the last bit what was added to it") {
  const tb::Folder folder;
  const Space space = tb::four_degrees();
  const std::string path = folder.path("a.db");
  Finished third = finished(3);
  third.measured = {"it does not fit", {}};
  third.score = {};
  third.effective = R"({"model":"gpt3"})";
  Finished fourth = finished(4);
  fourth.measured.metrics = {std::numeric_limits<double>::infinity(), std::nan("")};
  {
    Store store = Store::create(path, identity(space), space);
    add_steps(store, space, 0, 2);
    store.add({third, fourth}, {{2, 1}}, space);
    CHECK(store.distinct() == 4);
    CHECK(store.steps() == 5);
  }
  CHECK(folder.listing() == std::vector<std::string>{"a.db"});  // one file once it is closed
  const Store store = Store::open(path, StoreAccess::look);
  CHECK(store.identity().space == space.fingerprint());
  CHECK(store.identity().search == identity(space).search);
  CHECK(store.identity().metrics == std::vector<std::string>{"time_ps", "cost_dollars"});
  CHECK(store.distinct() == 4);
  CHECK(store.steps() == 5);
  CHECK(store.last_repeat() == 2);
  std::vector<Finished> all;
  store.each([&](Finished one) { all.push_back(std::move(one)); });
  REQUIRE(all.size() == 4);
  CHECK(all[1].point == finished(1).point);
  CHECK(all[1].measured.metrics == finished(1).measured.metrics);
  CHECK(all[1].score.rewards == finished(1).score.rewards);
  CHECK(all[2].measured.why_not == "it does not fit");
  CHECK_FALSE(all[2].score.valid);
  CHECK(all[2].effective == third.effective);
  CHECK(std::isinf(all[3].measured.metrics[0]));
  CHECK(std::isnan(all[3].measured.metrics[1]));
  REQUIRE(store.at(2));
  CHECK(store.at(2)->point == finished(1).point);
  CHECK_FALSE(store.at(5));
}

TEST_CASE("a store can be asked in SQL by the names of knobs, metrics and rewards") {
  const tb::Folder folder;
  const Space space = tb::four_degrees();
  const std::string path = folder.path("a.db");
  {
    Store store = Store::create(path, identity(space), space);
    add_steps(store, space, 0, 20);
  }
  Database database(path, DatabaseAccess::look);
  // Knobs in the order of the space: dp, pp, sp, tp; point (3, 2, 3, 5) is 2^3, 2^2, 2^3, 2^5.
  CHECK(database.text("SELECT dp || ' ' || pp || ' ' || sp || ' ' || tp FROM design "
                      "WHERE step = 3") == "8 4 8 32");
  CHECK(database.number("SELECT step FROM design ORDER BY reward_few DESC LIMIT 1") == 19);
  CHECK(database.number("SELECT count(*) FROM design WHERE time_ps > 333333333340") == 13);
}

TEST_CASE("a store is made whole, and never over another file") {
  const tb::Folder folder;
  const Space space = tb::four_degrees();
  const std::string other = folder.file("notes.txt", "mine");
  CHECK_THAT(tb::fault_of([&] { Store::create(other, identity(space), space); }),
             Contains(other + ": expected a file that is not there yet, found one"));
  const std::string nowhere = folder.path("none/a.db");
  CHECK_THAT(tb::fault_of([&] { Store::create(nowhere, identity(space), space); }),
             Contains(nowhere + ": expected a store that can be opened"));
  CHECK(folder.listing() == std::vector<std::string>{"notes.txt"});
}

TEST_CASE("what is no store of this program is refused by name") {
  const tb::Folder folder;
  const Space space = tb::four_degrees();
  const auto fault = [](const std::string& path) {
    return tb::fault_of([&] { Store::open(path, StoreAccess::add); });
  };
  CHECK_THAT(fault(folder.path("none.db")), Contains("none.db: expected a store of a search"));
  CHECK_THAT(fault(folder.file("notes.txt", std::string(5000, 'x'))),
             Contains("notes.txt: expected a store of a search, found file is not a database"));
  CHECK_THAT(fault(folder.file("empty.db", "")), Contains("another kind of file"));

  const std::string path = folder.path("a.db");
  Store::create(path, identity(space), space);
  change(path, "PRAGMA user_version = 999");
  CHECK_THAT(fault(path), Contains("a store of layout 1, found layout 999"));
  change(path,
         "PRAGMA user_version = 1; UPDATE search SET value = '\"9.9\"' "
         "WHERE key = 'version'");
  CHECK_THAT(fault(path), Contains("found one of version 9.9"));
  CHECK(distinct_of(path) == 0);  // it can be looked at
  change(path, "DELETE FROM search WHERE key = 'search'");
  CHECK_THAT(fault(path), Contains("a store with the settings of its search, found no 'search'"));
}

TEST_CASE("a store that was cut off is refused, and left as it is") {
  const tb::Folder folder;
  const Space space = tb::four_degrees();
  const std::string path = folder.path("a.db");
  {
    Store store = Store::create(path, identity(space), space);
    add_steps(store, space, 0, 500);
  }
  const auto size = std::filesystem::file_size(path) / 2 / 4096 * 4096;
  std::filesystem::resize_file(path, size);
  CHECK_THAT(tb::fault_of([&] { Store::open(path, StoreAccess::add); }),
             Contains("a.db: expected") && Contains("malformed"));
  CHECK(std::filesystem::file_size(path) == size);
}

TEST_CASE("while a search adds to a store, another is refused, and a reader is not") {
  const tb::Folder folder;
  const Space space = tb::four_degrees();
  const std::string path = folder.path("a.db");
  Store store = Store::create(path, identity(space), space);
  add_steps(store, space, 0, 5);
  CHECK(in_child([&] {
          const std::string fault = tb::fault_of([&] { Store::open(path, StoreAccess::add); });
          return fault.find("a store that no other search adds to") != std::string::npos ? 7 : 0;
        }) == 7);
  CHECK(in_child([&] { return static_cast<int>(distinct_of(path)); }) == 5);
  add_steps(store, space, 5, 8);
  CHECK(store.distinct() == 8);
}

TEST_CASE("a full disk ends in one line, and what the store had stays") {
  const tb::Folder folder;
  const Space space = tb::four_degrees();
  const std::string path = folder.path("a.db");
  const int code = in_child([&] {
    Store store = Store::create(path, identity(space), space);
    add_steps(store, space, 0, 100);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{200'000, 200'000};  // of each file, its log too
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const std::string fault = tb::fault_of([&] {
      for (std::int64_t step = 100; step < 100'000; step += 10) {
        add_steps(store, space, step, step + 10);
      }
    });
    if (fault.find("a.db: expected a store on a disk with room") == std::string::npos) return 1;
    if (fault.find("what it had before is intact") == std::string::npos) return 2;
    return store.distinct() % 10 == 0 && store.distinct() >= 100 ? 7 : 3;
  });
  CHECK(code == 7);
  Store store = Store::open(path, StoreAccess::add);
  CHECK(store.distinct() >= 100);
  CHECK(store.distinct() % 10 == 0);  // whole batches
  const std::int64_t had = store.distinct();
  add_steps(store, space, had, had + 10);
  CHECK(store.distinct() == had + 10);
}
