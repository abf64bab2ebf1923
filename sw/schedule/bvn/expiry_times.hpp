// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule::bvn {

// The slot at which each row's pair runs out, and who is first. A decomposition never subtracts
// what was served: it only asks which row is next. A tournament: the winner of each two goes on to
// the next round. A new time replays the rounds of its own row, one minimum each, without a branch
// and without waiting for anything just written. (A scan in vectors would wait for the times
// written one by one.) An entry is a time and its row in one number, so that its minimum says both.
template <int W, class Count>
class ExpiryTimes {
 public:
  static constexpr Count kNever = std::numeric_limits<Count>::max();

  ExpiryTimes() { reset(); }

  void reset() { winner_.fill(static_cast<Key>(kNever) << kRowBits); }

  Count at(int row) const { return time_of(winner_[kRows + static_cast<unsigned>(row)]); }

  void set(int row, Count time) {
    const auto r = static_cast<unsigned>(row);
    replay<kRows>(kRows + r, static_cast<Key>(time) << kRowBits | static_cast<Key>(r));
  }

  // The smallest time of any row, kNever if none has one.
  Count earliest() const { return time_of(winner_[1]); }

  // Calls visit(row) for every row whose time is earliest(), lowest first, and sets it to kNever.
  // Not if that is kNever.
  template <class Visit>
  void take_earliest(Visit&& visit) {
    const Count time = earliest();
    do {
      const auto row = static_cast<int>(winner_[1] & ((Key{1} << kRowBits) - 1));
      visit(row);
      set(row, kNever);
    } while (earliest() == time);
  }

 private:
  __extension__ using Int128 = __int128;
  using Key = std::conditional_t<sizeof(Count) == 4, std::int64_t, Int128>;
  static constexpr int kRowBits = 10;
  static constexpr unsigned kRows = W * base::kWordBits;
  static_assert((kRows & (kRows - 1)) == 0, "every row plays the same number of rounds");

  static Count time_of(Key key) { return static_cast<Count>(key >> kRowBits); }

  // Match i is played by 2 i and 2 i + 1; the rows themselves follow the last match.
  template <unsigned Round>
  void replay(unsigned i, Key key) {
    winner_[i] = key;
    if constexpr (Round > 1) replay<Round / 2>(i / 2, std::min(key, winner_[i ^ 1]));
  }

  std::array<Key, std::size_t{2} * kRows> winner_;
};

}  // namespace jacquard::schedule::bvn
