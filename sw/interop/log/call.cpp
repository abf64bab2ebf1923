// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/call.hpp"

#include <map>

#include "jacquard/base/at.hpp"

namespace jacquard::interop {

const char* name_of(LogOp op) {
  static constexpr const char* names[] = {
      "all_reduce", "reduce_scatter", "all_gather", "broadcast", "reduce", "gather", "scatter",
      "all_to_all", "barrier",        "send",       "recv",      "wait",   "compute"};
  return base::at(names, op);
}

bool is_collective(LogOp op) { return op <= LogOp::barrier; }

bool is_message(LogOp op) { return op == LogOp::send || op == LogOp::recv; }

bool has_root(LogOp op) {
  return op == LogOp::broadcast || op == LogOp::reduce || op == LogOp::gather ||
         op == LogOp::scatter;
}

std::optional<int> bytes_of_dtype(const std::string& name) {
  static const std::map<std::string, int> sizes = {{"bool", 1},
                                                   {"uint8", 1},
                                                   {"int8", 1},
                                                   {"float8_e4m3fn", 1},
                                                   {"float8_e5m2", 1},
                                                   {"uint16", 2},
                                                   {"int16", 2},
                                                   {"float16", 2},
                                                   {"bfloat16", 2},
                                                   {"uint32", 4},
                                                   {"int32", 4},
                                                   {"float32", 4},
                                                   {"complex32", 4},
                                                   {"uint64", 8},
                                                   {"int64", 8},
                                                   {"float64", 8},
                                                   {"complex64", 8},
                                                   {"complex128", 16},
                                                   {"float8_e4m3fnuz", 1},
                                                   {"float8_e5m2fnuz", 1},
                                                   {"float8_e8m0fnu", 1}};
  const auto size = sizes.find(name);
  return size == sizes.end() ? std::nullopt : std::optional(size->second);
}

}  // namespace jacquard::interop
