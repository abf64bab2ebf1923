// SPDX-License-Identifier: Apache-2.0
// The recorded inputs of ASTRA-sim in faithful mode.
#include <catch2/catch.hpp>

#include "jacquard/astra/files/engine_input.hpp"
#include "jacquard/base/error.hpp"
#include "support/astra_case.hpp"
#include "unit/astra/astra_cases.hpp"

using namespace jacquard;
using engine::Result;

namespace {

// What happened, or the fault.
Result run(astra::Input input, bool symmetry, std::string& fault) {
  input.symmetry = symmetry;
  try {
    return tb::run_faithfully(input);
  } catch (const base::ConfigError& error) {
    fault = error.what();
    return {};
  }
}

}  // namespace

TEST_CASE("Every recorded input runs faithfully, one NPU for all giving what all of them give") {
  int representatives = 0;
  int refused = 0;
  int inputs = 0;
  for (const std::string& file : tb::astra_case_files()) {
    for (const tb::AstraCase& c : tb::astra_cases(file)) {
      const astra::Input input =
          astra::engine_input({c.network, c.system, c.groups, c.memory, c.traces});
      std::string fault;
      std::string other_fault;
      const Result one = run(input, true, fault);
      const Result all = run(input, false, other_fault);
      CAPTURE(c.name, fault);
      ++inputs;
      // Only what no algorithm can: halving-doubling of an all-to-all or of other than 2^k.
      refused += !fault.empty();
      if (!fault.empty()) CHECK(fault.find("halving-doubling") != std::string::npos);
      CHECK(fault == other_fault);
      if (!fault.empty()) continue;
      const engine::job::Answer& answer = *one.job;
      const engine::job::Answer& full = *all.job;
      representatives += answer.representative;
      REQUIRE(answer.npus.size() == full.npus.size());
      int differ = 0;
      for (std::size_t i = 0; i < full.npus.size(); ++i) {
        differ += answer.npus[i].end != full.npus[i].end ||
                  answer.npus[i].compute != full.npus[i].compute ||
                  answer.bytes[i] != full.bytes[i];
      }
      CHECK(differ == 0);
      CHECK(one.messages == all.messages);
    }
  }
  CHECK(representatives > inputs / 2);
  CHECK(refused < inputs / 20);
}
