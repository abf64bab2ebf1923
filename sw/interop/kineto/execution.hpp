// SPDX-License-Identifier: Apache-2.0
// What PyTorch's observer of execution traces wrote: operations of the host with their tensors,
// without times. It says of a profile's kernels what they carry and read.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"

namespace jacquard::interop {

struct ExecutedOp {
  config::Json call;                 // of a collective, as the arguments of its kernel; else null
  std::vector<std::int64_t> reads;   // storages
  std::vector<std::int64_t> writes;  // of a collective, those of its result
};

struct ExecutionTrace {
  std::string source;
  std::int64_t process = -1;
  std::map<std::int64_t, ExecutedOp> ops;  // by "Record function id"
};

bool is_execution_trace(const std::string& path);

// A file, plain or gzip: PyTorch's schemas 1.0.1 to 1.1.1. Throws ConfigError for what is no such
// JSON; nodes without a "rf_id" are passed over.
ExecutionTrace read_execution_trace(const std::string& path);

}  // namespace jacquard::interop
