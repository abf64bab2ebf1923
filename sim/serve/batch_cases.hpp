// SPDX-License-Identifier: Apache-2.0
// Many batches side by side: their rows, the front among them, and ratios of two systems.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "sim/serve/batch_metrics.hpp"
#include "systemc/serve/serve_config.hpp"

namespace jacquard::serve {

struct BatchAnswer {
  ServeConfig config;
  std::optional<BatchRow> row;
  std::optional<base::ConfigError> refused;
};

struct BatchRun {
  int threads = 0;  // 0: as many as the machine has
  // Hears from any thread how many of the cases are done.
  std::function<void(std::int64_t done, std::int64_t of)> progress;
};

// In the order of the cases. Answers do not depend on the number of threads.
std::vector<BatchAnswer> run_batches(const std::vector<ServeConfig>& cases, const BatchRun& run);

// "llama3-70b 8xh200 fp8, KV bf16": rows that differ in it answer different questions, or answer
// them less exactly, so they have fronts of their own.
std::string front_of(const BatchRow& row);

// Sets `pareto` of all rows: whether no other one of its front_of() beats it in tokens/s per user
// and per NPU; of equals the first.
void mark_front(std::vector<BatchAnswer>& answers);

// Of answers that come in pairs of a first and a second half with equal cases but for the system.
// Pairs of which one is refused have none.
std::vector<RatioRow> ratios(const std::vector<BatchAnswer>& answers);

RefusedCase refused_case(const BatchAnswer& answer);

}  // namespace jacquard::serve
