// SPDX-License-Identifier: Apache-2.0
// Whether a program computes the product of its request, in many orders.
#pragma once

#include "jacquard/gemm/prove/execute.hpp"

namespace jacquard::gemm {

struct Effort {
  int random_orders = 3;
  int starved_chips = 2;
  int starved_operations = 1 << 20;  // each, if there are not more
  // So many, the most telling, are tried at any rate; further ones while all so far took less than
  // the budget: messages, operations of chips and thousands of multiply-adds.
  int least = 5;
  double budget = 1e18;
  collective::Algorithm algorithm;  // of gathers, sums and broadcasts, where it can do them
};

struct Proof {
  std::int64_t operations = 0;  // of the program
  std::int64_t messages = 0;    // in one order
  int orders = 0;               // that were tried
  std::string fault;            // the first, naming the order; "" if C was right in all of them
};

// Of random factors. For a program that was made of a transposed request, or that is none of ours,
// give the factors of the program's own request.
Proof prove(const Program& program, std::uint64_t seed, const Effort& effort = {});

// The program of a request, against the product that the user asked for: the factors are
// transposed where it is. Throws ConfigError as check() does, and for what is too large to compute
// number by number.
Proof prove(const Request& request, std::uint64_t seed, const Effort& effort = {});

}  // namespace jacquard::gemm
