// SPDX-License-Identifier: Apache-2.0
// Which requests were presented, and which of them were granted, crossed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/bitset.hpp"
#include "jacquard/rtl/coverage.hpp"

namespace jacquard::verify {

class RequestCover {
 public:
  // Who of several that ask one output can be granted.
  enum class Wins { any, lowest, highest };

  // `most_of_a_row`: for how many outputs an input can ask at once.
  RequestCover(int inputs, int outputs, int most_of_a_row, Wins wins = Wins::any);

  // A clock: bit j of word i is input i and output j.
  void clock(const std::vector<base::Word>& asked, const std::vector<base::Word>& granted);
  std::vector<rtl::Covered> rows() const;

 private:
  enum Class { none, one, some, all };
  static constexpr int kClasses = 4;

  bool crossed() const;
  static Class class_of(int count, int most);
  static std::vector<Class> classes(int most);
  rtl::Covered patterns() const;
  rtl::Covered grants_by_pattern() const;
  rtl::Covered pairs(const char* kind, const std::vector<base::Word>& seen) const;
  rtl::Covered row_classes() const;

  int inputs_, outputs_, most_;
  Wins wins_;
  std::vector<base::Word> asked_, granted_;  // pairs that ever were
  std::vector<unsigned> row_classes_;        // by input: a bit for each Class
  unsigned input_classes_ = 0;               // of the number of inputs that ask
  std::vector<base::Word> by_pattern_;       // n to 1: who was granted of each pattern of requests
  std::vector<bool> patterns_;
};

}  // namespace jacquard::verify
