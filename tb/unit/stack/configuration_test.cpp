// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/configuration/configuration.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "unit/stack/four_by_four.hpp"

using namespace jacquard::stack;
using jacquard::base::Rng;
namespace tb = jacquard::tb;

namespace {

void require_equal_in_all_slots(const Settings& settings, int channel, int number) {
  const std::string bytes = encode_configuration(settings, channel, number);
  const Configuration configuration(bytes, "here");
  REQUIRE(configuration.ports() == settings.ports(number));
  REQUIRE(configuration.slots() == settings.slots());
  std::vector<int> expected;
  std::vector<int> found;
  for (std::int64_t slot = 0; slot < settings.slots(); ++slot) {
    settings.setting(channel, number, slot, expected);
    configuration.setting(slot, found);
    CAPTURE(channel, number, slot);
    REQUIRE(found == expected);
  }
}

}  // namespace

TEST_CASE("a configuration says what the settings are, in all slots of any stack") {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    Rng rng(seed, "configurations");
    const auto made = seed % 3 == 0 ? tb::aligned_stack(9, rng) : tb::random_stack(rng);
    const Settings settings(made->stack, *made->routes);
    CAPTURE(seed);
    for (int channel = 0; channel < made->stack.fabric.channels; ++channel) {
      for (int number = 0; number < made->stack.sizes.switches(); ++number) {
        require_equal_in_all_slots(settings, channel, number);
      }
    }
  }
}

TEST_CASE("the configuration of the 4 x 4 example has the bits that a hand counts") {
  // Numbers n take 1 bit for 0, 4 for 1 and 2, 5 for 3 to 6, 8 for 7 to 14, 9 for 15 to 30.
  constexpr int kHeader = 8 + 9 + 8;  // version, 16 ports, 14 slots
  // Runs (idle, 1), (1, 7), (2, 6); no rules; one list of 3 symbols of 2 bits.
  constexpr int kTracks = 5 + (1 + 1) + (4 + 5) + (4 + 5) + 1 + 4 + (5 + 3 * 2);
  // Outputs in a column lie 1 behind their inputs (3 times) or 3 before; in a row 4 behind (12
  // times) or 12 before (4 times): 4 kinds of runs. (+1 x 3, -3 x 1) comes 4 times: 2 rules.
  constexpr int kRuns = 5 + (5 + 4) + (5 + 1) + (4 + 8) + (9 + 5);
  constexpr int kRules = 4 + 4 + (1 + 2 * 2) + (1 + 2 * 3);
  constexpr int kLists = (4 + 2 * 3) + (4 + 2 * 3);
  // Two lists, each while its track is in the next state; nothing else decides; each a new list.
  constexpr int kGroups = 4 + 2 * (1 + 4 + 1 + 1);
  constexpr int kBits = kHeader + kTracks + kRuns + kRules + kLists + kGroups;
  const auto made = tb::four_by_four_stack();
  const Settings settings(made->stack, *made->routes);
  CHECK(kBits == 170);
  CHECK(encode_configuration(settings, 0, 0).size() == (kBits + 7) / 8);
  require_equal_in_all_slots(settings, 0, 0);
}

TEST_CASE("bytes that are no configuration are refused, or are one") {
  Rng rng(7, "broken");
  const auto made = tb::aligned_stack(9, rng);
  const Settings settings(made->stack, *made->routes);
  const std::string bytes = encode_configuration(settings, 0, 0);
  std::vector<int> outputs;
  int refused = 0;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string fault = tb::fault_of([&] {
      Configuration(std::string_view(bytes).substr(0, size), "leaf0.bin").setting(0, outputs);
    });
    CAPTURE(size);
    REQUIRE(fault.find("leaf0.bin, bit ") == 0);
  }
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string broken = bytes;
    broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << (7 - bit % 8)));
    const std::string fault = tb::fault_of([&] {
      const Configuration configuration(broken, "leaf0.bin");
      for (std::int64_t slot = 0; slot < std::min<std::int64_t>(configuration.slots(), 50);
           ++slot) {
        configuration.setting(slot, outputs);
        for (const int output : outputs) REQUIRE(output < configuration.ports());
      }
    });
    refused += fault.empty() ? 0 : 1;
  }
  CHECK(refused > 0);
}
