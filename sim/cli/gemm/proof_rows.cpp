// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/gemm/proof_rows.hpp"

#include <algorithm>
#include <map>

namespace jacquard::cli {
namespace {

using report::Columns;
using report::Metric;
using report::MetricTable;
using report::Unit;

constexpr std::size_t kFew = 8;

// What tables have in place of many rows.
struct ProofSum {
  std::string algorithm, dataflow;
  std::map<std::string, int> count;  // by status
  std::string why;                   // the first that failed
};

const MetricTable<ProofSum>& sum_metrics() {
  using R = ProofSum;
  using M = Metric<R>;
  const auto count = [](const char* status) {
    return [status](const R& r) {
      const auto found = r.count.find(status);
      return found == r.count.end() ? 0 : found->second;
    };
  };
  static const MetricTable<R> table(
      "", "Sums, in tables.",
      {
          M("algorithm", Unit::text, &R::algorithm, "Which algorithm.", "algorithm"),
          M("dataflow", Unit::text, &R::dataflow, "Which matrix stays.", "dataflow"),
          M("proved", Unit::count, count("proved"), "Cases proved.", "proved"),
          M("refused", Unit::count, count("refused"), "Cases that are illegal.", "refused"),
          M("failed", Unit::count, count("failed"), "Cases failed.", "failed"),
          M("why", Unit::text, &R::why, "The first that failed.", "why"),
      });
  return table;
}

std::vector<ProofSum> sums_of(const std::vector<ProofRow>& rows) {
  std::vector<ProofSum> sums;
  for (const ProofRow& row : rows) {
    const std::string& algorithm = name_of(row.request.algorithm);
    const std::string& dataflow = name_of(row.request.dataflow);
    auto sum = std::find_if(sums.begin(), sums.end(), [&](const ProofSum& s) {
      return s.algorithm == algorithm && s.dataflow == dataflow;
    });
    if (sum == sums.end()) sum = sums.insert(sums.end(), {algorithm, dataflow, {}, ""});
    ++sum->count[row.status()];
    if (row.status() == "failed" && sum->why.empty()) {
      sum->why = text_of(row.request.mesh) + ": " + row.proof.fault;
    }
  }
  return sums;
}

}  // namespace

const MetricTable<ProofRow>& gemm_proof_metrics() {
  using R = ProofRow;
  using M = Metric<R>;
  const auto tried = [](auto member) {
    return [member](const R& r) {
      return r.refused.empty() ? std::optional(r.proof.*member) : std::nullopt;
    };
  };
  static const MetricTable<R> table(
      "proof", "gemm prove: what came out of a program with real matrices.",
      {
          M(
              "algorithm", Unit::text, [](const R& r) { return name_of(r.request.algorithm); },
              "Which algorithm."),
          M(
              "dataflow", Unit::text, [](const R& r) { return name_of(r.request.dataflow); },
              "Which matrix stays: os, ls or rs."),
          M(
              "transposed", Unit::flag, [](const R& r) { return r.request.transposed; },
              "All matrices are stored transposed."),
          M(
              "mesh", Unit::text, [](const R& r) { return text_of(r.request.mesh); },
              "Rows x columns of chips, x layers."),
          M(
              "shape", Unit::text, [](const R& r) { return gemm::text_of(r.request.shape); },
              "m x n x k of the product."),
          M(
              "slices", Unit::count, [](const R& r) { return r.request.slices; },
              "As --slices has them."),
          M(
              "block", Unit::count, [](const R& r) { return r.request.block; },
              "Contiguous values of a slice."),
          M(
              "overlapped", Unit::text,
              [](const R& r) {
                return r.request.overlapped
                           ? std::optional<std::string>(name_of(*r.request.overlapped))
                           : std::nullopt;
              },
              "Direction beside the products, where it was chosen."),
          M("status", Unit::text, &R::status,
            "proved, failed, or refused: the request is illegal."),
          M("ops", Unit::count, tried(&gemm::Proof::operations),
            "Operations of the program; not of what is refused."),
          M("messages", Unit::count, tried(&gemm::Proof::messages),
            "Messages in one order; not of what is refused."),
          M("orders", Unit::count, tried(&gemm::Proof::orders),
            "Orders of operations and messages that were tried; not of what is refused."),
          M(
              "reason", Unit::text,
              [](const R& r) { return r.refused.empty() ? r.proof.fault : r.refused; },
              "Why not proved; empty if it is."),
      },
      Columns::all);
  return table;
}

void add_proofs(report::Result& result, const std::vector<ProofRow>& rows) {
  if (rows.size() <= kFew) {
    for (const ProofRow& row : rows) result.add(gemm_proof_metrics()(row));
    return;
  }
  for (const ProofRow& row : rows) {
    result.add(report::Printed(gemm_proof_metrics().json(row), {}));
  }
  for (const ProofSum& sum : sums_of(rows)) {
    result.add(report::Printed({}, sum_metrics().cells(sum)));
  }
}

}  // namespace jacquard::cli
