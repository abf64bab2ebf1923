// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/configuration/run_lists.hpp"

#include <algorithm>

#include "jacquard/stack/configuration/grammar.hpp"

namespace jacquard::stack {
namespace {

using base::index;

// Runs, each once, ascending: by value, then length.
void put_runs(const std::vector<Run>& runs, BitWriter& out) {
  out.put_number(runs.size());
  Run last;
  for (const Run& run : runs) {
    out.put_number(run.value - last.value);
    out.put_number(run.value == last.value ? run.length - last.length - 1 : run.length - 1);
    last = run;
  }
}

std::vector<Run> get_runs(BitReader& in, std::uint64_t most_length) {
  const auto count = in.get_number(static_cast<std::uint64_t>(in.left()), "a number of runs");
  std::vector<Run> runs;
  Run last;
  for (std::uint64_t i = 0; i < count; ++i) {
    constexpr std::uint64_t kMostValue = std::uint64_t{1} << 40;
    Run run{last.value + in.get_number(kMostValue, "a step of values"), 0};
    run.length = in.get_number(most_length, "a length of a run") + 1;
    if (run.value == last.value) run.length += last.length;
    if (run.length > most_length) in.fail("a run within its list", std::to_string(run.length));
    runs.push_back(run);
    last = run;
  }
  return runs;
}

}  // namespace

void pack(const std::vector<RunList>& lists, BitWriter& out) {
  std::vector<Run> runs;
  for (const RunList& list : lists) runs.insert(runs.end(), list.begin(), list.end());
  std::sort(runs.begin(), runs.end());
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  std::vector<Text> texts;
  for (const RunList& list : lists) {
    texts.emplace_back();
    for (const Run& run : list) {
      const auto at = std::lower_bound(runs.begin(), runs.end(), run);
      texts.back().push_back(static_cast<std::uint32_t>(at - runs.begin()));
    }
  }
  const Grammar grammar = grammar_of(std::move(texts), static_cast<std::uint32_t>(runs.size()));
  put_runs(runs, out);
  out.put_number(grammar.rules.size());
  out.put_number(grammar.texts.size());
  std::uint64_t symbols = runs.size();
  for (const Text& rule : grammar.rules) {
    out.put_number(rule.size() - 2);
    for (const std::uint32_t symbol : rule) out.put(symbol, bits_for(symbols));
    ++symbols;
  }
  for (const Text& text : grammar.texts) {
    out.put_number(text.size());
    for (const std::uint32_t symbol : text) out.put(symbol, bits_for(symbols));
  }
}

PackedLists::PackedLists(BitReader& in, std::uint64_t most_lists, std::uint64_t most_length)
    : runs_(get_runs(in, most_length)) {
  rules_ = in.get_number(static_cast<std::uint64_t>(in.left()), "a number of rules");
  const std::uint64_t lists = in.get_number(most_lists, "a number of lists");
  for (std::size_t text = 0; text < rules_ + lists; ++text) {
    first_.push_back(static_cast<std::uint32_t>(symbols_.size()));
    const std::size_t rules = std::min(text, rules_);
    const std::uint64_t symbols = runs_.size() + rules;
    const std::uint64_t least = text < rules_ ? 2 : 0;
    const std::uint64_t size =
        in.get_number(static_cast<std::uint64_t>(in.left()), "a number of symbols") + least;
    std::uint64_t end = 0;
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t symbol = in.get(bits_for(symbols));
      if (symbol >= symbols) in.fail("a symbol that is there", std::to_string(symbol));
      symbols_.push_back(static_cast<std::uint32_t>(symbol));
      end += symbol < runs_.size() ? runs_[symbol].length
                                   : ends_[first_[symbol - runs_.size() + 1] - 1];
      if (end > most_length) in.fail("a list within its length", std::to_string(end));
      ends_.push_back(end);
    }
  }
  first_.push_back(static_cast<std::uint32_t>(symbols_.size()));
}

std::uint64_t PackedLists::length(std::size_t list) const {
  const std::size_t text = rules_ + list;
  return first_[text] == first_[text + 1] ? 0 : ends_[first_[text + 1] - 1];
}

std::uint64_t PackedLists::at(std::size_t list, std::uint64_t place) const {
  std::size_t text = rules_ + list;
  for (;;) {
    const auto first = ends_.begin() + first_[text];
    const auto last = ends_.begin() + first_[text + 1];
    const auto found = std::upper_bound(first, last, place);
    if (found != first) place -= *(found - 1);
    const std::uint32_t symbol = symbols_[index(found - ends_.begin())];
    if (symbol < runs_.size()) return runs_[symbol].value;
    text = symbol - runs_.size();
  }
}

}  // namespace jacquard::stack
