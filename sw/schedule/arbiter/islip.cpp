// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arbiter/islip.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {
namespace {

using base::kWordBits;
using base::Word;

// The first bit set in both sets at or cyclically after `start`; -1 if they share none.
int first_from(const Word* a, const Word* b, int words, int start) {
  const int start_word = start / kWordBits;
  const Word from_start = ~Word{0} << (start % kWordBits);
  for (int k = 0; k <= words; ++k) {
    const int w = start_word + k < words ? start_word + k : start_word + k - words;
    Word both = a[w] & b[w];
    if (k == 0) both &= from_start;
    if (k == words) both &= ~from_start;  // back in the first word: what lies before the start
    if (both != 0) return w * kWordBits + base::lowest_bit(both);
  }
  return -1;
}

void set_bit(std::vector<Word>& words, int bit) {
  base::at(words, bit / kWordBits) |= Word{1} << (bit % kWordBits);
}

void clear_bit(std::vector<Word>& words, int bit) {
  base::at(words, bit / kWordBits) &= ~(Word{1} << (bit % kWordBits));
}

template <class Visit>
void for_each_member(const std::vector<Word>& words, Visit&& visit) {
  for (std::size_t w = 0; w < words.size(); ++w) {
    base::for_each_bit(words[w], static_cast<int>(w) * kWordBits, visit);
  }
}

}  // namespace

int default_islip_iterations(int ports) {
  return ports <= 2 ? 1 : base::highest_bit(static_cast<Word>(ports - 1)) + 1;
}

Islip::Islip(int ports, int iterations)
    : ports_(ports),
      iterations_(iterations),
      grant_pointer_(static_cast<std::size_t>(ports), 0),
      accept_pointer_(static_cast<std::size_t>(ports), 0),
      free_inputs_(static_cast<std::size_t>(base::words_for(ports))),
      free_outputs_(free_inputs_.size()),
      granted_inputs_(free_inputs_.size()),
      grants_(ports, ports),
      matching_(static_cast<std::size_t>(ports), kUnmatched) {}

const Matching& Islip::arbitrate(const Requests& requests) {
  std::fill(matching_.begin(), matching_.end(), kUnmatched);
  int bits = ports_;
  for (Word& word : free_inputs_) {
    word = base::low_mask(bits);
    bits -= kWordBits;
  }
  free_outputs_ = free_inputs_;
  for (int iteration = 0; iteration < iterations_; ++iteration) {
    if (!grant(requests)) break;  // nothing more can be matched: the matching is maximal
    accept(iteration == 0);
  }
  return matching_;
}

bool Islip::grant(const Requests& requests) {
  bool any = false;
  for_each_member(free_outputs_, [&](int output) {
    const int input = first_from(requests.by_output().row(output), free_inputs_.data(),
                                 grants_.words(), base::at(grant_pointer_, output));
    if (input < 0) return;
    grants_.set(input, output);
    set_bit(granted_inputs_, input);
    any = true;
  });
  return any;
}

void Islip::accept(bool move_pointers) {
  for_each_member(granted_inputs_, [&](int input) {
    const auto i = static_cast<std::size_t>(input);
    Word* const offers = grants_.row(input);
    const int output = first_from(offers, offers, grants_.words(), accept_pointer_[i]);
    std::fill(offers, offers + grants_.words(), 0);
    matching_[i] = output;
    clear_bit(free_inputs_, input);
    clear_bit(free_outputs_, output);
    if (!move_pointers) return;
    base::at(grant_pointer_, output) = (input + 1) % ports_;
    accept_pointer_[i] = (output + 1) % ports_;
  });
  std::fill(granted_inputs_.begin(), granted_inputs_.end(), 0);
}

}  // namespace jacquard::schedule
