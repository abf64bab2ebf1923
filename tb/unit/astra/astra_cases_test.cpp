// SPDX-License-Identifier: Apache-2.0
#include "unit/astra/astra_cases.hpp"

#include <catch2/catch.hpp>

#include "jacquard/interop/chakra/check.hpp"

using namespace jacquard;

TEST_CASE("every recorded input of ASTRA-sim is read and sound, and has an answer for each NPU") {
  std::size_t cases = 0;
  std::size_t answers = 0;
  for (const std::string& file : tb::astra_case_files()) {
    for (const tb::AstraCase& c : tb::astra_cases(file)) {
      INFO(c.name);
      ++cases;
      CHECK(c.traces.ranks() == npus(c.network));
      for (const interop::ChakraTrace& trace : c.traces.distinct) {
        CHECK_NOTHROW(interop::check_trace(trace));
      }
      const bool runs = c.unaware.fails.empty() || c.aware.fails.empty();
      if (runs) CHECK_NOTHROW(interop::check_ranks(c.traces, c.groups));
      for (const tb::AstraAnswer* answer : {&c.unaware, &c.aware}) {
        const int expected = answer->fails.empty() ? npus(c.network) : 0;
        CHECK(static_cast<int>(answer->ranks.size()) == expected);
        if (answer->fails.empty()) ++answers;
      }
    }
  }
  CHECK(cases == 764);
  CHECK(answers == 1478);
}
