// SPDX-License-Identifier: Apache-2.0
// Mutation testing of every RTL module: small mistakes drawn by seed, each run in Icarus on the
// vectors of the golden models. One that no vector kills must be proved equivalent, or is a hole.
// Usage: tb_mutation LOG [MODULE] [--full], which asks for all mutants rather than a sample.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <fstream>
#include <limits>
#include <map>
#include <mutex>
#include <thread>

#include "jacquard/base/error.hpp"
#include "mutation/campaign.hpp"
#include "support/folder.hpp"

namespace jacquard::tb {
namespace {

constexpr int kProveSeconds = 300;

struct Plan {
  int per_module;       // mutants that compile, drawn by seed
  std::int64_t clocks;  // of vectors per device
};
constexpr Plan kSample{4, 2000};
constexpr Plan kFull{std::numeric_limits<int>::max(), 6000};  // every mutant there is

// How many mutants met each fate.
struct Tally {
  std::map<Fate, int> fates;

  void add(Fate fate) { ++fates[fate]; }
  int of(Fate fate) const { return fates.count(fate) != 0 ? fates.at(fate) : 0; }
  int mutants() const { return of(Fate::killed) + of(Fate::equivalent) + of(Fate::survived); }
  double score() const {
    const int counted = of(Fate::killed) + of(Fate::survived);
    return counted == 0 ? 100.0 : 100.0 * of(Fate::killed) / counted;
  }
};

struct Outcomes {
  std::vector<Trial> trials;  // in the order drawn, up to the last one needed
  bool refutes = false;       // the prover told a killed mutant from the original
};

// Tries mutants in the order drawn until `plan.per_module` have compiled. Which do does not depend
// on the threads: what comes after the last one needed is dropped.
Outcomes try_subject(const Subject& subject, const Plan& plan, unsigned threads) {
  std::deque<Folder> folders(threads);
  std::vector<Workshop> workshops;
  for (const Folder& folder : folders)
    workshops.emplace_back(subject, folder.path(""), plan.clocks);
  const std::vector<Mutant> order =
      draw_order(find_mutants(workshops[0].source()), 1, "mutants/" + subject.module);
  std::vector<Trial> trials(order.size());
  std::atomic<std::size_t> next{0};
  std::atomic<int> compiled{0};
  std::mutex mutex;
  std::exception_ptr fault;
  const auto work = [&](const Workshop& workshop) {
    try {
      while (compiled < plan.per_module) {
        const std::size_t at = next++;
        if (at >= order.size()) return;
        trials[at] = workshop.attempt(order[at], kProveSeconds);
        if (trials[at].fate != Fate::invalid) ++compiled;
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      fault = std::current_exception();
    }
  };
  std::vector<std::thread> workers;
  for (const Workshop& workshop : workshops) workers.emplace_back([&] { work(workshop); });
  for (std::thread& worker : workers) worker.join();
  if (fault) std::rethrow_exception(fault);
  Outcomes outcomes;
  int counted = 0;
  for (Trial& trial : trials) {
    if (counted == plan.per_module || trial.description.empty()) break;
    counted += trial.fate != Fate::invalid;
    outcomes.trials.push_back(std::move(trial));
  }
  const auto killed = std::find_if(outcomes.trials.begin(), outcomes.trials.end(),
                                   [](const Trial& t) { return t.fate == Fate::killed; });
  if (killed != outcomes.trials.end()) {
    outcomes.refutes = workshops[0].prover_refutes(killed->mutant, kProveSeconds);
  }
  return outcomes;
}

const char* name_of(Fate fate) {
  switch (fate) {
    case Fate::killed:
      return "killed";
    case Fate::equivalent:
      return "equivalent";
    case Fate::survived:
      return "SURVIVED";
    case Fate::invalid:
      return "invalid";
  }
  return "";
}

void print(const std::string& what, const Tally& tally) {
  fmt::print("{:17} {:7} {:7} {:11} {:9} {:8} {:7.1f} %\n", what, tally.mutants(),
             tally.of(Fate::killed), tally.of(Fate::equivalent), tally.of(Fate::survived),
             tally.of(Fate::invalid), tally.score());
  std::fflush(stdout);
}

int run(const std::string& log_path, const std::string& only, const Plan& plan) {
  const unsigned threads = std::max(1u, std::min(2u, std::thread::hardware_concurrency()));
  std::ofstream log(log_path);
  Tally all;
  std::map<std::string, Tally> by_kind;
  bool blind = false;
  fmt::print("{:17} {:>7} {:>7} {:>11} {:>9} {:>8} {:>9}\n", "module", "mutants", "killed",
             "equivalent", "survived", "invalid", "score");
  for (const Subject& subject : subjects()) {
    if (!only.empty() && subject.module != only) continue;
    const Outcomes outcomes = try_subject(subject, plan, threads);
    Tally tally;
    for (const Trial& trial : outcomes.trials) {
      const std::string line =
          fmt::format("{}: {}; {}\n", name_of(trial.fate), trial.description, trial.how);
      log << line << trial.log << std::flush;
      if (trial.fate == Fate::survived) fmt::print("{}", line);
      tally.add(trial.fate);
      all.add(trial.fate);
      by_kind[trial.mutant.kind].add(trial.fate);
    }
    print(subject.module, tally);
    if (!outcomes.refutes) {
      fmt::print("{}: the prover does not tell a killed mutant from the original\n",
                 subject.module);
      blind = true;
    }
  }
  print("all", all);
  for (const auto& [kind, tally] : by_kind) print(kind, tally);
  fmt::print("every mutant, what killed it, and every proof: {}\n", log_path);
  return all.of(Fate::survived) == 0 && !blind && all.mutants() > 0 ? 0 : 1;
}

}  // namespace
}  // namespace jacquard::tb

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool full = !words.empty() && words.back() == "--full";
  if (full) words.pop_back();
  if (words.empty() || words.size() > 2) {
    fmt::print(stderr, "usage: tb_mutation LOG [MODULE] [--full]\n");
    return 2;
  }
  try {
    return jacquard::tb::run(words[0], words.size() == 2 ? words[1] : "",
                             full ? jacquard::tb::kFull : jacquard::tb::kSample);
  } catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return 1;
  }
}
