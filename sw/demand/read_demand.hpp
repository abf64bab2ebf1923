// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::demand {

inline constexpr int kMaxExperts = 4096;
inline constexpr int kMaxTopK = 64;

struct ReadOptions {
  base::Bytes bytes_per_token{1};  // multiplies the entries of a matrix counted in tokens
  // What 1 stands for in a CSV matrix; fractions are rounded to bytes. None: bytes, no fractions.
  std::optional<base::Bytes> demand_unit = {};
  bool drop_diagonal = false;
  int ports = 16;    // over which expert counts and raw routing logs are spread
  int experts = 64;  // a raw routing log may name experts 0..experts-1
  int top_k = 6;     // experts per token in a raw routing log
};

// Every matrix of a file, in file order: one for CSV, JSON and raw logs, one per line for JSON
// Lines and expert counts. The content, not the name, decides the format, and gzip is unpacked on
// the way; docs/demand.md describes each. Throws ConfigError naming file and line or pointer.
std::vector<DemandMatrix> read_demand_sequence(const std::string& path, const ReadOptions& options);

// The matrix at `index` of the file (0-based) without keeping the others.
DemandMatrix read_demand(const std::string& path, int index, const ReadOptions& options);

// The same from a text in memory; `name` stands for the file in errors.
std::vector<DemandMatrix> read_demand_text(const std::string& name, std::string text,
                                           const ReadOptions& options);

}  // namespace jacquard::demand
