// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/training.hpp"

using namespace jacquard;
using namespace jacquard::workload;

namespace {

double cast_bytes(const std::string& parallel, int batch) {
  StepRequest r;
  r.model = read_model("llama3-8b", {"test", ""});
  r.model.layers = 1;
  r.parallelism = parse_parallelism(parallel, "--parallel");
  r.batch = batch;
  r.type = NumberType::fp8;
  const StepProgram program = training_program(r);
  double bytes = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.label == OpLabel::cast) bytes += amounts_of(base::at(program.works, op.work)).bytes;
  }
  return bytes;
}

// Of one layer, by hand.
constexpr double kRows = 8192;
constexpr double kIn = 4096 + 4096 + 4096 + 14336;
constexpr double kOut = 6144 + 4096 + 28672 + 4096;
constexpr double kWeights = 4096.0 * (6144 + 4096 + 28672) + 14336.0 * 4096;

}  // namespace

TEST_CASE("weights that stay are cast once for all micro-batches, rows by each") {
  const double rows = kRows * ((5 + 2) * kIn + 7 * kOut);
  const double weights = (5 + 2) * kWeights;
  CHECK(cast_bytes("micro_batch=1", 1) == Approx(rows + weights));
  CHECK(cast_bytes("micro_batch=1", 4) == Approx(4 * rows + weights));
  CHECK(cast_bytes("dp=2,zero=3,micro_batch=1", 8) == Approx(4 * (rows + weights)));
}
