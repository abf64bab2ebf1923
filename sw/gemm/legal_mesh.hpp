// SPDX-License-Identifier: Apache-2.0
// Which meshes an algorithm takes, and which a product's sides allow.
#pragma once

#include <optional>

#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

// `request` is not transposed. `original` names m and n in the fault, as the user gave them.
std::optional<base::InputFault> illegal_mesh(const Request& request, const Request& original);

// 'm', 'n' or 'k' of the program, as the user of `original` calls it.
char user_side(char side, const Request& original);

// Among the divisors of `number` in 1..most, the one nearest to `wanted`; the smaller of two.
std::int64_t nearest_divisor(std::int64_t number, std::int64_t wanted, std::int64_t most);
std::vector<std::int64_t> divisors(std::int64_t number);  // ascending

}  // namespace jacquard::gemm
