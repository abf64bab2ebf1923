// SPDX-License-Identifier: Apache-2.0
// Moves real matrices through a program, in an order as bad as its dependencies allow.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jacquard/gemm/prove/dense.hpp"
#include "jacquard/gemm/prove/pattern.hpp"

namespace jacquard::gemm {

// C = A B, whatever the dataflow stores transposed.
struct Factors {
  Dense a;  // m x k
  Dense b;  // k x n
  Dense c;  // m x n
};
// Random factors of a program's request and their product, computed directly.
Factors random_factors(const MatrixShape& shape, std::uint64_t seed);
// Those of C^T = B^T A^T.
Factors transposed(const Factors& factors);

// Which of all operations and messages that may come next does come is the adversary's choice:
enum class Order : std::uint8_t {
  list,               // earliest operation of the program first
  furthest,           // latest first: every unit as far ahead as it may
  starved_unit,       // nothing on one unit of all chips while anything else can happen; else the
                      // furthest
  starved_chip,       // nothing at one chip
  starved_operation,  // neither begins, nor do its messages come
  random
};
struct Schedule {
  Order order = Order::list;
  int starved = 0;  // Unit, chip or operation
  std::uint64_t seed = 0;
};
std::string text_of(const Schedule& schedule);  // "operation 3 starved"

struct Execution {
  std::int64_t messages = 0;
  std::string fault;  // in a sentence: the first wrong entry, or what waits; "" if C is right
};

// A program made ready to be carried out in many orders.
class Executor {
 public:
  // Requires misfit(program) to be "", and the program to outlive this.
  explicit Executor(const Program& program, const collective::Algorithm& algorithm = {});
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  Execution run(const Factors& factors, const Schedule& schedule) const;

 private:
  struct Plan;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace jacquard::gemm
