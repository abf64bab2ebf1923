// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::tb {

// One small mistake in a source: `length` characters from `offset` on become `replacement`.
struct Mutant {
  std::string kind;  // of mutant_kinds()
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string replacement;
};

// negated condition   an if or ?: whose condition is negated, or a ~ or ! that is forgotten
// operator swap       & for |, == for !=, < for >=, << for >>, + for -, and so on, and back
// off-by-one index    a select one higher or lower, or a number one higher or lower
// dropped term        one operand of a binary operator and the operator
// stuck bit           bit 0 or 1 of what is assigned or connected, or a whole condition or bit
//                     constant, at 0 or 1
// swapped enable      a register's condition is that of another register
const std::vector<std::string>& mutant_kinds();

// Every mutant of a source, in the order of the kinds and of the text.
std::vector<Mutant> find_mutants(const std::string& source);

std::string apply(const std::string& source, const Mutant& mutant);

// "line 42, dropped term: & ~grant -> nothing"
std::string describe(const std::string& source, const Mutant& mutant);

// All of them in an order drawn by seed, in which the kinds take turns while they last.
std::vector<Mutant> draw_order(std::vector<Mutant> mutants, std::uint64_t seed,
                               const std::string& purpose);

}  // namespace jacquard::tb
