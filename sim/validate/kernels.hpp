// SPDX-License-Identifier: Apache-2.0
// Laws of sw/cost held against times of kernels, row by row of a CSV file that names the system.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "sim/validate/csv.hpp"
#include "sim/validate/validation.hpp"

namespace jacquard::validate {

// Errors are summed up by this; "" where a file has no such thing.
struct KernelKey {
  std::string framework;
  std::string kernel;
  std::string dtype;
  std::string phase;      // of attention: "context", "generation"
  std::string operation;  // of a collective
  std::string mode;       // of an exchange of experts
  std::string stage;      // likewise: "dispatch", "combine"
};

// One time in a row of the file; an exchange of experts has two.
struct KernelSample {
  KernelKey key;
  base::Seconds measured{0};  // above 0
  // Ours on this device; nothing where the law has no answer (an unknown type).
  std::function<std::optional<base::Seconds>(const cost::Device&)> ours;
};

struct KernelValidation {
  const char* name;
  const char* summary;
  std::string shipped;               // measurements that ship: "measured/gemm.csv" in configs
  std::vector<std::string> columns;  // beside `system`
  std::vector<KernelSample> (*samples)(const CsvRow& row);
};

// Rows: one for each (system, key) in the order of the file, then one with row_kind=total for each
// (system, dtype). With Options::summary one row_kind=engine for each (system, framework, dtype).
Validation kernel_validation(const KernelValidation& of);

// One each for a file of this folder.
KernelValidation gemm_validation();
KernelValidation nccl_validation();
KernelValidation custom_all_reduce_validation();
KernelValidation deepep_validation();
KernelValidation attention_validation();
KernelValidation mla_validation();
KernelValidation linear_attention_validation();
KernelValidation moe_validation();

// microseconds -> Seconds
inline base::Seconds microseconds(double us) { return base::Seconds{us * 1e-6}; }

}  // namespace jacquard::validate
