// SPDX-License-Identifier: Apache-2.0
// The engine of the astra modes against what ASTRA-sim itself printed (tb/vectors/astra).
#include <catch2/catch.hpp>

#include "jacquard/astra/files/engine_input.hpp"
#include "jacquard/astra/run.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "unit/astra/astra_cases.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using astra::Input;
using astra::Mode;

namespace {

Input input_of(const AstraCase& c, Mode mode, bool symmetry) {
  Input input = astra::engine_input({c.network, c.system, c.groups, c.memory, c.traces});
  input.mode = mode;
  input.symmetry = symmetry;
  const auto flag = [&c](const char* name, double otherwise) {
    const auto at = c.flags.find(name);
    return at == c.flags.end() ? otherwise : at->second;
  };
  input.queues_per_dimension = static_cast<int>(flag("num-queues-per-dim", 1));
  input.injection_scale = flag("injection-scale", 1);
  return input;
}

// Compute that does no operations: 0/0 in ASTRA-sim, which then never ends. Ours takes no time.
bool computes_nothing(const AstraCase& c) {
  for (const auto& trace : c.traces.distinct) {
    for (const auto& node : trace.nodes) {
      const auto ops = interop::whole_attribute(trace, node, "num_ops");
      if (ops && *ops == 0) return true;
    }
  }
  return false;
}

void compare(const AstraCase& c, const Input& input, const AstraAnswer& wanted) {
  CAPTURE(c.name, int(input.mode), input.symmetry, wanted.fails);
  if (!wanted.fails.empty()) {
    // Two aware runs of which ASTRA-sim made nothing, one too slow and one that it broke off: ours
    // answers both.
    if (wanted.fails == "no answer in time" || wanted.fails == "exit code -6") return;
    if (computes_nothing(c)) return;
    CHECK_THROWS_AS(astra::run(input), base::ConfigError);
    return;
  }
  const auto answer = astra::run(input);
  REQUIRE(answer.finished.size() == wanted.ranks.size());
  int differ = 0;
  for (const auto& finish : answer.finished) {
    const AstraFinish& want = wanted.ranks[static_cast<std::size_t>(finish.npu)];
    if (finish.time != want.cycles || finish.time - finish.compute != want.exposed) ++differ;
  }
  CHECK(differ == 0);
}

void compare(const AstraCase& c, Mode mode, const AstraAnswer& wanted, bool symmetry) {
  compare(c, input_of(c, mode, symmetry), wanted);
}

}  // namespace

TEST_CASE("Every NPU of the recorded cases finishes at the nanosecond that ASTRA-sim printed") {
  for (const std::string& file : astra_case_files()) {
    for (const AstraCase& c : astra_cases(file)) {
      compare(c, Mode::unaware, c.unaware, true);
      compare(c, Mode::aware, c.aware, true);
    }
  }
}

TEST_CASE("Groups take the nanoseconds that ASTRA-sim printed since November 2025") {
  int cases = 0;
  for (const AstraCase& c : astra_cases("groups_2025_11")) {
    ++cases;
    for (const bool symmetry : {true, false}) {
      Input input = input_of(c, Mode::unaware, symmetry);
      input.since_november_2025 = true;
      compare(c, input, c.unaware);
    }
  }
  CHECK(cases == 77);
}

TEST_CASE("Without symmetry the recorded cases take the same nanoseconds") {
  for (const char* const file : {"groups", "transformers"}) {
    for (const AstraCase& c : astra_cases(file)) {
      if (c.traces.ranks() > 64) continue;
      compare(c, Mode::unaware, c.unaware, false);
      compare(c, Mode::aware, c.aware, false);
    }
  }
}

TEST_CASE("Groups and pipelines read from a file a rank take the recorded nanoseconds") {
  for (const char* const file : {"groups", "pipelines"}) {
    for (AstraCase c : astra_cases(file)) {
      const Folder folder;
      const std::string prefix = folder.path("job");
      for (int rank = 0; rank < c.traces.ranks(); ++rank) {
        base::write_file(interop::rank_file(prefix, rank),
                         interop::write_chakra(c.traces.of(rank)));
      }
      c.traces = interop::read_rank_traces(prefix, c.traces.ranks());
      compare(c, Mode::unaware, c.unaware, true);
      compare(c, Mode::aware, c.aware, true);
    }
  }
}
