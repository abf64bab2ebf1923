// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/configuration/run_lists.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/stack/configuration/grammar.hpp"
#include "support/fault_of.hpp"

using namespace jacquard::stack;
using jacquard::base::Rng;
namespace tb = jacquard::tb;

namespace {

// Values of a list, one by one.
std::vector<std::uint64_t> values(const RunList& list) {
  std::vector<std::uint64_t> all;
  for (const Run& run : list) all.insert(all.end(), run.length, run.value);
  return all;
}

Text expanded(const Grammar& grammar, const Text& text, std::uint32_t letters) {
  Text all;
  for (const std::uint32_t symbol : text) {
    if (symbol < letters) {
      all.push_back(symbol);
      continue;
    }
    const Text inner = expanded(grammar, grammar.rules[symbol - letters], letters);
    all.insert(all.end(), inner.begin(), inner.end());
  }
  return all;
}

std::size_t symbols(const Grammar& grammar) {
  std::size_t count = 0;
  for (const Text& rule : grammar.rules) count += rule.size();
  for (const Text& text : grammar.texts) count += text.size();
  return count;
}

RunList random_list(Rng& rng) {
  RunList list;
  const std::uint64_t runs = rng.below(60);
  for (std::uint64_t i = 0; i < runs; ++i) {
    if (i >= 6 && rng.chance(0.6)) {
      list.push_back(list[i - 6]);  // much repeats
    } else {
      list.push_back({rng.below(4), 1 + rng.below(rng.chance(0.1) ? 1000 : 3)});
    }
  }
  return list;
}

}  // namespace

TEST_CASE("numbers take the bits of Elias's delta code") {
  // Elias 1975, table of the delta code of n + 1: 1, 4, 4, 5, 5, 5, 5, 8 bits for 1 to 8, 16 for
  // 1,000 and 17 for 1,024 to 2,047.
  const std::vector<std::pair<std::uint64_t, int>> known = {
      {0, 1}, {1, 4}, {2, 4}, {3, 5}, {4, 5}, {5, 5}, {6, 5}, {7, 8}, {999, 16}, {1023, 17}};
  for (const auto& [value, bits] : known) {
    BitWriter out;
    out.put_number(value);
    CHECK(out.bits() == bits);
  }
  BitWriter out;
  std::vector<std::uint64_t> all;
  Rng rng(1, "numbers");
  for (int i = 0; i < 2000; ++i) all.push_back(rng() >> (1 + rng.below(63)));
  for (const std::uint64_t value : all) out.put_number(value);
  BitReader in(out.bytes(), "here");
  for (const std::uint64_t value : all) REQUIRE(in.get_number() == value);
}

TEST_CASE("a grammar yields its texts") {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Rng rng(seed, "grammar");
    const auto letters = static_cast<std::uint32_t>(1 + rng.below(4));
    std::vector<Text> texts(rng.below(4));
    for (Text& text : texts) {
      text.resize(rng.below(200));
      for (std::uint32_t& letter : text) letter = static_cast<std::uint32_t>(rng.below(letters));
    }
    const Grammar grammar = grammar_of(texts, letters);
    REQUIRE(grammar.texts.size() == texts.size());
    for (std::size_t t = 0; t < texts.size(); ++t) {
      REQUIRE(expanded(grammar, grammar.texts[t], letters) == texts[t]);
    }
    for (std::size_t r = 0; r < grammar.rules.size(); ++r) {
      for (const std::uint32_t symbol : grammar.rules[r]) REQUIRE(symbol < letters + r);
    }
  }
}

TEST_CASE("a period that comes 2^k times takes two symbols for each doubling") {
  for (int k = 1; k <= 12; ++k) {
    Text text;
    for (int i = 0; i < 1 << k; ++i) text.insert(text.end(), {0, 1, 2});
    // 3 symbols of the period, 2 for each doubling, the last of them in the text itself.
    CHECK(symbols(grammar_of({text}, 3)) == static_cast<std::size_t>(3 + 2 * k));
  }
}

TEST_CASE("any place of a packed list is found") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed, "lists");
    std::vector<RunList> lists(rng.below(6));
    for (RunList& list : lists) list = random_list(rng);
    BitWriter out;
    pack(lists, out);
    BitReader in(out.bytes(), "here");
    const PackedLists packed(in, 10, 1 << 20);
    REQUIRE(packed.lists() == lists.size());
    for (std::size_t l = 0; l < lists.size(); ++l) {
      const std::vector<std::uint64_t> expected = values(lists[l]);
      REQUIRE(packed.length(l) == expected.size());
      for (std::size_t place = 0; place < expected.size(); ++place) {
        REQUIRE(packed.at(l, place) == expected[place]);
      }
      std::vector<std::uint64_t> all;
      packed.each(l, [&](std::uint64_t value, std::uint64_t length) {
        all.insert(all.end(), length, value);
      });
      REQUIRE(all == expected);
    }
  }
}

TEST_CASE("lists longer than they may be are refused, also where rules double them") {
  RunList list;
  for (int i = 0; i < 1 << 10; ++i) list.push_back({static_cast<std::uint64_t>(i % 2), 1});
  BitWriter out;
  pack({list}, out);
  BitReader in(out.bytes(), "leaf0.bin");
  CHECK(tb::fault_of([&] { PackedLists(in, 1, 1023); }).find("leaf0.bin, bit ") !=
        std::string::npos);
}
