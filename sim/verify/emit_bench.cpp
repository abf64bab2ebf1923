// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/emit_bench.hpp"
namespace jacquard::verify {
void emit_bench(const std::string&, const WiredModule&, const std::string&, const std::string&) {}
}  // namespace jacquard::verify
