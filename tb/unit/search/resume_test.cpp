// SPDX-License-Identifier: Apache-2.0
// A search that is killed at any instant goes on where it was.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <csignal>
#include <new>
#include <set>
#include <thread>

#include "jacquard/base/rng.hpp"
#include "jacquard/search/search.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;
using Catch::Contains;

namespace {

// What child processes count for their parent.
struct Counts {
  std::atomic<int> evaluated{0};
  std::atomic<int> again{0};  // of points that the store had
  std::atomic<bool> begun{false};
};

class SharedCounts {
 public:
  SharedCounts()
      : at_(::mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
                   0)) {
    REQUIRE(at_ != MAP_FAILED);
    new (at_) Counts;
  }
  ~SharedCounts() { ::munmap(at_, sizeof(Counts)); }
  SharedCounts(const SharedCounts&) = delete;
  SharedCounts& operator=(const SharedCounts&) = delete;
  Counts& operator*() const { return *static_cast<Counts*>(at_); }

 private:
  void* at_;
};

// A time of its own for each point, after a moment.
class Slow : public Environment {
 public:
  explicit Slow(std::chrono::microseconds moment) : moment_(moment) {}
  const std::vector<std::string>& metrics() const override {
    static const std::vector<std::string> kNames = {"time_ps"};
    return kNames;
  }
  Measured evaluate(const Point& point) const override {
    if (counts != nullptr) {
      ++counts->evaluated;
      if (had.count(point) != 0) ++counts->again;
    }
    std::this_thread::sleep_for(moment_);
    double time = 1;
    for (const std::uint16_t index : point) time = time * 13 + index;
    return {"", {time}};
  }
  config::Document effective(const Point& point) const override {
    return {{"index of dp", point.at(0)}};
  }
  bool quick() const override { return moment_.count() == 0; }

  Counts* counts = nullptr;
  std::set<Point> had;

 private:
  std::chrono::microseconds moment_;
};

struct Setting {
  Space space = tb::four_degrees();
  FeasibleSet set{space};
  Rewards rewards{space, {"time_ps"}, {"few"}, "test"};
  std::uint64_t seed = 3;
  std::string agent = "ga";
  std::int64_t budget = 300;

  Identity identity() const { return identity_of(space, {"time_ps"}, {"few"}, {{"seed", seed}}); }

  Found found(const Environment& environment, Store* store) const {
    AgentSettings settings;
    settings.name = agent;
    const auto proposes = make_agent(settings, set, 1, seed);
    Run run;
    run.set = &set;
    run.environment = &environment;
    run.rewards = &rewards;
    run.agent = proposes.get();
    run.evaluate = in_order(environment);
    run.budget.evaluations = budget;
    run.store = store;
    return search::search(run);
  }
};

std::vector<Point> points_of(const Found& found) {
  std::vector<Point> points;
  for (const Evaluation& evaluation : found.evaluations) points.push_back(evaluation.point);
  return points;
}

std::vector<double> times_of(const Found& found) {
  std::vector<double> times;
  for (const Evaluation& evaluation : found.evaluations) {
    times.push_back(evaluation.measured.metrics.at(0));
  }
  return times;
}

std::set<Point> points_in(const std::string& path) {
  std::set<Point> points;
  Store::open(path, StoreAccess::look).each([&](const Finished& one) {
    CHECK(points.insert(one.point).second);  // each was evaluated once
  });
  return points;
}

// Starts or resumes the search in a child process and kills it `moment` after its start, or after
// the file is open.
void run_and_kill(const Setting& setting, Slow& environment, const std::string& path,
                  std::chrono::microseconds moment, bool once_open) {
  const bool first = !std::filesystem::exists(path);
  environment.counts->begun = false;
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      Store store = first ? Store::create(path, setting.identity(), setting.space)
                          : Store::open(path, StoreAccess::add);
      environment.counts->begun = true;
      setting.found(environment, &store);
    } catch (const std::exception&) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  while (once_open && !environment.counts->begun && ::waitpid(child, nullptr, WNOHANG) == 0) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  std::this_thread::sleep_for(moment);
  ::kill(child, SIGKILL);
  int status = 0;
  if (::waitpid(child, &status, 0) == child) {
    REQUIRE((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
  }
}

void kill_and_resume(int kills, std::uint64_t seed) {
  const tb::Folder folder;
  const std::string path = folder.path("a.db");
  const Setting setting;
  const SharedCounts counts;
  Slow environment(std::chrono::microseconds(300));
  environment.counts = &*counts;
  base::Rng rng(seed, "instants of kills");
  std::size_t most = 0;
  for (int k = 0; k < kills || most == 0; ++k) {
    run_and_kill(setting, environment, path, std::chrono::microseconds(rng.below(30'000)),
                 k % 3 != 0);
    if (!std::filesystem::exists(path)) continue;
    environment.had = points_in(path);
    CHECK(environment.had.size() >= most);  // nothing is lost
    most = environment.had.size();
  }
  Found resumed;
  {
    Store store = Store::open(path, StoreAccess::add);
    resumed = setting.found(environment, &store);
    CHECK(store.steps() == static_cast<std::int64_t>(resumed.evaluations.size()));
    CHECK(store.distinct() == resumed.distinct);
    CHECK(resumed.distinct <= setting.budget);
  }
  CHECK((*counts).again == 0);
  const Found whole = setting.found(Slow(std::chrono::microseconds(0)), nullptr);
  CHECK(points_of(resumed) == points_of(whole));
  CHECK(times_of(resumed) == times_of(whole));
  CHECK(resumed.best == whole.best);
  CHECK(resumed.distinct == whole.distinct);
  CHECK(resumed.resumed >= static_cast<std::int64_t>(most));
  // 1024 = 4 * 4 * 8 * 8 has the least sum.
  CHECK(whole.scores[static_cast<std::size_t>(whole.best)].rewards.front() >= -30);
}

}  // namespace

TEST_CASE("a search that was killed resumes to the same points, and evaluates none again") {
  kill_and_resume(5, 1);
}

TEST_CASE("a search that was killed a hundred times ends the same", "[full]") {
  for (std::uint64_t seed = 2; seed < 6; ++seed) kill_and_resume(25, seed);
}

TEST_CASE("a search of a longer budget goes on with the store of a shorter one") {
  const tb::Folder folder;
  Setting setting;
  const Slow environment(std::chrono::microseconds(0));
  setting.budget = 50;  // ends within a generation
  {
    Store store = Store::create(folder.path("a.db"), setting.identity(), setting.space);
    setting.found(environment, &store);
  }
  setting.budget = 200;
  Store store = Store::open(folder.path("a.db"), StoreAccess::add);
  const Found longer = setting.found(environment, &store);
  CHECK(store.distinct() == 200);
  CHECK(points_of(longer) == points_of(setting.found(environment, nullptr)));
}

namespace {

// Asks for the first points of a set over and over, `different` of them.
class Repeating : public Agent {
 public:
  Repeating(const FeasibleSet& set, std::uint64_t different) : set_(set), different_(different) {}
  std::vector<Point> ask(std::int64_t most) override {
    std::vector<Point> points;
    for (int k = 0; k < std::min<std::int64_t>(7, most); ++k)
      points.push_back(set_.at(next_++ % different_));
    return points;
  }
  void tell(base::Span<const Point> points, base::Span<const Score>) override {
    told += points.size();
  }
  std::size_t told = 0;

 private:
  const FeasibleSet& set_;
  std::uint64_t different_;
  std::uint64_t next_ = 0;
};

Found found_by(Agent& agent, const Setting& setting, Budget budget) {
  const Slow environment(std::chrono::microseconds(0));
  Run run;
  run.set = &setting.set;
  run.environment = &environment;
  run.rewards = &setting.rewards;
  run.agent = &agent;
  run.evaluate = in_order(environment);
  run.budget = budget;
  return search::search(run);
}

}  // namespace

TEST_CASE("a budget counts different points, and ends within a batch") {
  const Setting setting;
  Repeating agent(setting.set, 20);
  const Found found = found_by(agent, setting, {16, 0, 0});
  CHECK(found.distinct == 16);
  CHECK(found.evaluations.size() == 16);
  CHECK(agent.told == 16);
  CHECK(found.ending == Ending::budget);
}

TEST_CASE("a search ends when every feasible point was evaluated") {
  const Setting setting;
  REQUIRE(setting.set.feasible() == 286);
  Repeating agent(setting.set, 286);
  const Found found = found_by(agent, setting, {1000, 0, 0});
  CHECK(found.evaluations.size() == 286);
  CHECK(found.feasible == 286);
  CHECK(found.ending == Ending::all);
}

TEST_CASE("an agent that repeats itself is given up after ten proposals for each evaluation") {
  const Setting setting;
  Repeating agent(setting.set, 5);
  const Found found = found_by(agent, setting, {50, 0, 0});
  CHECK(found.distinct == 5);
  CHECK(found.evaluations.size() >= 500);
  CHECK(found.evaluations.size() < 507);  // the batch in which it is too much
  CHECK(found.ending == Ending::repeats);
}

TEST_CASE("a budget of proposals counts repeated points too") {
  const Setting setting;
  Repeating agent(setting.set, 5);
  const Found found = found_by(agent, setting, {50, 0, 50});
  CHECK(found.evaluations.size() == 50);
  CHECK(found.distinct == 5);
  CHECK(found.ending == Ending::budget);
}

TEST_CASE("a store of another seed or space is refused, and stays as it is") {
  const tb::Folder folder;
  const std::string path = folder.path("a.db");
  Setting setting;
  setting.budget = 40;
  const Slow environment(std::chrono::microseconds(0));
  {
    Store store = Store::create(path, setting.identity(), setting.space);
    setting.found(environment, &store);
  }
  const std::set<Point> had = points_in(path);
  setting.seed = 4;
  CHECK_THAT(tb::fault_of([&] {
               Store store = Store::open(path, StoreAccess::add);
               setting.found(environment, &store);
             }),
             Contains("expected at step 1 what the agent asks for, found another point"));
  Setting other;
  other.space = tb::space_of(R"({"environment": {}, "knobs": {"x": {"a": {"set": [1, 2]}}},
                                 "rewards": {"few": "-a"}})");
  other.set = FeasibleSet(other.space);
  other.rewards = Rewards(other.space, {"time_ps"}, {"few"}, "test");
  CHECK_THAT(tb::fault_of([&] {
               Store store = Store::open(path, StoreAccess::add);
               other.found(environment, &store);
             }),
             Contains("expected a store of this space, found one of another"));
  CHECK(points_in(path) == had);
}

TEST_CASE("what an evaluation throws ends the search, and what was finished is stored") {
  class Breaking : public Slow {
   public:
    Breaking() : Slow(std::chrono::microseconds(0)) {}
    Measured evaluate(const Point& point) const override {
      if (--left_ < 0) throw base::ConfigError({"disk", "", "room", "none", ""});
      return Slow::evaluate(point);
    }

   private:
    mutable int left_ = 10;
  };
  const tb::Folder folder;
  const Setting setting;
  {
    Store store = Store::create(folder.path("a.db"), setting.identity(), setting.space);
    CHECK_THAT(tb::fault_of([&] { setting.found(Breaking(), &store); }), Contains("disk"));
  }
  CHECK(points_in(folder.path("a.db")).size() == 10);
}

TEST_CASE("a store has the configuration of each evaluation that is no quick one") {
  const tb::Folder folder;
  Setting setting;
  setting.budget = 20;
  for (const int moment : {0, 50}) {
    const std::string path = folder.path(std::to_string(moment) + ".db");
    {
      Store store = Store::create(path, setting.identity(), setting.space);
      setting.found(Slow(std::chrono::microseconds(moment)), &store);
    }
    Store::open(path, StoreAccess::look).each([&](const Finished& one) {
      CHECK(one.effective ==
            (moment == 0 ? "" : config::Document{{"index of dp", one.point.at(0)}}.dump()));
    });
  }
}

TEST_CASE("a budget in seconds ends after the batch in which it ran out") {
  const tb::Folder folder;
  Setting setting;
  const Slow environment(std::chrono::microseconds(2000));
  AgentSettings settings;
  settings.name = "random";
  const auto agent = make_agent(settings, setting.set, 1, 1);
  Run run;
  run.set = &setting.set;
  run.environment = &environment;
  run.rewards = &setting.rewards;
  run.agent = agent.get();
  run.evaluate = in_order(environment);
  run.budget = {1'000'000, 0.05};
  std::vector<std::int64_t> batches;
  run.progress = [&](std::int64_t done, double) { batches.push_back(done); };
  const Found found = search::search(run);
  REQUIRE(!batches.empty());
  CHECK(static_cast<std::int64_t>(found.evaluations.size()) == batches.back());
  CHECK(found.evaluations.size() < 286);
  CHECK(found.ending == Ending::budget);
}
