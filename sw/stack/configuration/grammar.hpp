// SPDX-License-Identifier: Apache-2.0
// A grammar that yields given texts and nothing else: a rule for each pair of symbols that comes
// again, the most frequent first (Re-Pair: Larsson and Moffat 2000). A rule that is used once is
// put in its place (as in Sequitur: Nevill-Manning and Witten 1997).
#pragma once

#include <cstdint>
#include <vector>

namespace jacquard::stack {

using Text = std::vector<std::uint32_t>;

struct Grammar {
  std::vector<Text> rules;  // rule r is the symbol `letters` + r; it uses only rules before it
  std::vector<Text> texts;
};

// Letters of the texts: 0..letters-1. The same texts give the same grammar.
Grammar grammar_of(std::vector<Text> texts, std::uint32_t letters);

}  // namespace jacquard::stack
