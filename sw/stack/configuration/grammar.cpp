// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/configuration/grammar.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>

#include "jacquard/base/at.hpp"

namespace jacquard::stack {
namespace {

using Place = std::uint32_t;
using Pair = std::uint64_t;

constexpr std::uint32_t kGone = 0xffffffffu;      // no symbol any more
constexpr std::uint32_t kBoundary = 0xfffffffeu;  // between texts

Pair pair_of(std::uint32_t a, std::uint32_t b) { return static_cast<Pair>(a) << 32 | b; }

// All texts in one line, as a list from which symbols can be taken out.
class Pairing {
 public:
  Pairing(const std::vector<Text>& texts, std::uint32_t letters) : letters_(letters) {
    for (const Text& text : texts) {
      symbols_.insert(symbols_.end(), text.begin(), text.end());
      symbols_.push_back(kBoundary);
    }
    for (Place p = 0; p < symbols_.size(); ++p) {
      next_.push_back(p + 1);
      previous_.push_back(p == 0 ? 0 : p - 1);
    }
    for (Place p = 0; p + 1 < symbols_.size(); ++p) note(p);
    for (const auto& [pair, places] : places_) rank(pair, places.size());
  }

  Grammar run() {
    while (!ranked_.empty()) {
      const auto [count, order] = ranked_.top();
      ranked_.pop();
      const Pair pair = ~order;
      std::vector<Place> places = occurrences(pair);
      if (places.size() < 2) continue;
      if (places.size() < count) {
        rank(pair, places.size());
        places_[pair] = std::move(places);
        continue;
      }
      replace(pair, places);
    }
    Grammar grammar;
    grammar.rules = std::move(rules_);
    grammar.texts.emplace_back();
    for (Place p = 0; p < symbols_.size(); p = next_[p]) {
      if (symbols_[p] == kBoundary) {
        grammar.texts.emplace_back();
      } else {
        grammar.texts.back().push_back(symbols_[p]);
      }
    }
    grammar.texts.pop_back();
    return grammar;
  }

 private:
  void rank(Pair pair, std::size_t count) {
    if (count > 1) ranked_.emplace(count, ~pair);  // of equal counts the smallest pair first
  }

  // The pair that begins at `p` exists.
  void note(Place p) {
    const std::uint32_t a = symbols_[p];
    const std::uint32_t b = symbols_[next_[p]];
    if (a != kBoundary && b != kBoundary) places_[pair_of(a, b)].push_back(p);
  }

  // Where the pair is now, without those that overlap; ascending.
  std::vector<Place> occurrences(Pair pair) {
    std::vector<Place> places = std::move(places_[pair]);
    places_.erase(pair);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<Place> found;
    Place taken_until = 0;  // the place behind the last found
    for (const Place p : places) {
      if (symbols_[p] == kGone || next_[p] >= symbols_.size()) continue;
      if (pair_of(symbols_[p], symbols_[next_[p]]) != pair) continue;
      if (!found.empty() && p < taken_until) continue;
      found.push_back(p);
      taken_until = next_[next_[p]];
    }
    return found;
  }

  void replace(Pair pair, const std::vector<Place>& places) {
    const auto symbol = letters_ + static_cast<std::uint32_t>(rules_.size());
    rules_.push_back({static_cast<std::uint32_t>(pair >> 32), static_cast<std::uint32_t>(pair)});
    for (const Place p : places) {
      const Place second = next_[p];
      symbols_[p] = symbol;
      symbols_[second] = kGone;
      next_[p] = next_[second];
      if (next_[p] < symbols_.size()) previous_[next_[p]] = p;
    }
    std::vector<Pair> made;
    const auto make = [&](Place p) {
      if (next_[p] >= symbols_.size()) return;
      note(p);
      made.push_back(pair_of(symbols_[p], symbols_[next_[p]]));
    };
    for (const Place p : places) {
      if (p > 0) make(previous_[p]);
      make(p);
    }
    std::sort(made.begin(), made.end());
    made.erase(std::unique(made.begin(), made.end()), made.end());
    for (const Pair fresh : made) {
      const auto at = places_.find(fresh);
      if (at != places_.end()) rank(fresh, at->second.size());
    }
  }

  std::uint32_t letters_;
  std::vector<std::uint32_t> symbols_;
  std::vector<Place> next_;
  std::vector<Place> previous_;
  std::unordered_map<Pair, std::vector<Place>> places_;  // may name places that have changed since
  std::priority_queue<std::pair<std::size_t, Pair>> ranked_;
  std::vector<Text> rules_;
};

// Rules that are used once give way to what they are.
class Inliner {
 public:
  Inliner(Grammar grammar, std::uint32_t letters)
      : grammar_(std::move(grammar)), letters_(letters), uses_(grammar_.rules.size(), 0) {
    for (const Text& rule : grammar_.rules) count(rule);
    for (const Text& text : grammar_.texts) count(text);
  }

  Grammar run() {
    Grammar made;
    std::vector<std::uint32_t> number(grammar_.rules.size(), 0);
    for (std::size_t r = 0; r < grammar_.rules.size(); ++r) {
      Text text = rewritten(grammar_.rules[r], number);
      if (uses_[r] < 2) {
        grammar_.rules[r] = std::move(text);
        continue;
      }
      number[r] = letters_ + static_cast<std::uint32_t>(made.rules.size());
      made.rules.push_back(std::move(text));
    }
    for (const Text& text : grammar_.texts) made.texts.push_back(rewritten(text, number));
    return made;
  }

 private:
  void count(const Text& text) {
    for (const std::uint32_t symbol : text) {
      if (symbol >= letters_) ++uses_[symbol - letters_];
    }
  }

  Text rewritten(const Text& text, const std::vector<std::uint32_t>& number) const {
    Text made;
    for (const std::uint32_t symbol : text) {
      if (symbol < letters_) {
        made.push_back(symbol);
      } else if (uses_[symbol - letters_] < 2) {
        const Text& inner = grammar_.rules[symbol - letters_];
        made.insert(made.end(), inner.begin(), inner.end());
      } else {
        made.push_back(number[symbol - letters_]);
      }
    }
    return made;
  }

  Grammar grammar_;
  std::uint32_t letters_;
  std::vector<std::uint32_t> uses_;
};

}  // namespace

Grammar grammar_of(std::vector<Text> texts, std::uint32_t letters) {
  return Inliner(Pairing(texts, letters).run(), letters).run();
}

}  // namespace jacquard::stack
