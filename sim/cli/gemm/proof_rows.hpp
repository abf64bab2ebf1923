// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/gemm/prove/cases.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/result.hpp"

namespace jacquard::cli {

struct ProofRow {
  gemm::Request request;
  gemm::Proof proof;
  std::string refused;  // why it was not tried

  std::string status() const {
    return !refused.empty() ? "refused" : proof.fault.empty() ? "proved" : "failed";
  }
};

const report::MetricTable<ProofRow>& gemm_proof_metrics();

// Every row as JSON; for people the rows themselves if they are few, else how many of each
// algorithm and dataflow are proved, refused and failed.
void add_proofs(report::Result& result, const std::vector<ProofRow>& rows);

}  // namespace jacquard::cli
