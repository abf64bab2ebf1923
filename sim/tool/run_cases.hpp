// SPDX-License-Identifier: Apache-2.0
// The one runner: many independent cases, evaluated side by side, with a result each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "sim/tool/journal.hpp"

namespace jacquard::tool {

enum class SideBySide {
  // SystemC's current context belongs to the process, and a crash ends one case. A case changes a
  // copy of this process's memory. Results come in the order of the cases.
  processes,
  threads,  // Results come as cases finish, one at a time.
};

struct Cases {
  std::string what;  // what a case is, for errors: "run"
  std::int64_t count = 0;
  std::function<config::Document(std::int64_t index)> evaluate;
  SideBySide how = SideBySide::processes;
  int workers = 0;  // 0: as many as the machine has
  // Hears of each result, and whether the journal had it.
  std::function<void(std::int64_t index, bool found, const config::Document& result)> on_result =
      [](std::int64_t, bool, const config::Document&) {};
};

// Evaluates cases 0 .. count - 1: their results, in that order. They do not depend on the number of
// workers. Throws what a case threw: with processes that of the lowest index, and for a worker that
// dies as run_jobs() does.
std::vector<config::Document> run_cases(const Cases& cases);

// The same in processes, from the journal where it has them; the rest is added to it. There, cases
// are those of `stage`, numbered from `first`. Throws NotRecorded if the journal is only looked at
// and does not have all.
std::vector<config::Document> run_cases(const Cases& cases, Journal& journal,
                                        const std::string& stage, std::int64_t first = 0);

}  // namespace jacquard::tool
