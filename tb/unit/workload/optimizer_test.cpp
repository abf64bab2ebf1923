// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/optimizer.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/step_memory.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::workload;

namespace {

StepRequest with(Optimizer optimizer, const std::string& parallel = "micro_batch=1", int batch = 1,
                 const std::string& model = "llama3-8b", int layers = 2) {
  StepRequest r = tb::request_of(model, layers, parallel, batch);
  r.optimizer = optimizer;
  return r;
}

double state(const StepRequest& r) { return double(memory_of(r, 0).optimizer.count()); }

// Products of the update, by all NPUs of the first stage.
double update_flops(const StepProgram& program) {
  double flops = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.phase != Phase::update || op.kind != OpKind::compute) continue;
    const ComputeWork& work = base::at(program.works, op.work);
    if (std::holds_alternative<GemmWork>(work)) flops += amounts_of(work).flops;
  }
  return flops;
}

double update_bytes(const StepProgram& program) {
  double bytes = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.phase != Phase::update || op.kind != OpKind::compute) continue;
    const ComputeWork& work = base::at(program.works, op.work);
    if (std::holds_alternative<ElementwiseWork>(work)) bytes += amounts_of(work).bytes;
  }
  return bytes;
}

// Two layers of Llama 3 8B: what is in their matrices, and what is not.
struct Parameters {
  double matrices = 2 * (2.0 * 4096 * 4096 + 2.0 * 4096 * 1024 + 3.0 * 4096 * 14336);
  double rest = 2.0 * 128256 * 4096 + 5.0 * 4096;
  double all() const { return matrices + rest; }
};

}  // namespace

TEST_CASE("Optimizers keep of a parameter what their papers say, beside a master weight in fp32") {
  const Parameters p;
  CHECK(state(with(Optimizer::adam)) == Approx(12 * p.all()));
  // Dettmers et al. 2021: a byte for each moment, a scale in fp32 for 2,048 of them.
  CHECK(state(with(Optimizer::adam_8bit)) == Approx((4 + 2 + 8.0 / 2048) * p.all()));
  CHECK(state(with(Optimizer::sgd)) == Approx(8 * p.all()));
  // Liu et al. 2025 (Moonlight) s2.2: half of AdamW's moments; embedding, head and norms have both.
  CHECK(state(with(Optimizer::muon)) == Approx(8 * p.matrices + 12 * p.rest));
  // Shazeer and Stern 2018: rows and columns in place of their product.
  const double layer = 2 * (4096 + 4096) + 2 * (4096 + 1024) + 3 * (4096 + 14336);
  const double edges = 2 * (128256 + 4096);  // embedding and head
  CHECK(state(with(Optimizer::adafactor)) ==
        Approx(4 * (p.all() + 2 * layer + edges + 5 * 4096)).epsilon(1e-9));
  // All of Llama 3 8B, by hand.
  CHECK(state(with(Optimizer::adafactor, "micro_batch=1", 1, "llama3-8b", 32)) == 32'133'654'528);
}

TEST_CASE(
    "An optimizer's step reads a gradient, reads and writes its states, and writes a weight") {
  const Parameters p;
  CHECK(update_bytes(training_program(with(Optimizer::adam))) == Approx((4 + 24 + 2) * p.all()));
  CHECK(update_bytes(training_program(with(Optimizer::sgd))) == Approx((4 + 16 + 2) * p.all()));
  CHECK(update_bytes(training_program(with(Optimizer::adam_8bit))) ==
        Approx((4 + 12 + 2 + 16.0 / 2048) * p.all()));
}

TEST_CASE("Muon multiplies each matrix 15 times: 5 of 4 n n m + 2 n n n") {
  const auto of = [](double n, double m) { return 5 * (4 * n * n * m + 2 * n * n * n); };
  const double layer = 2 * of(4096, 4096) + 2 * of(1024, 4096) + 3 * of(4096, 14336);
  CHECK(update_flops(training_program(with(Optimizer::muon))) == Approx(2 * layer));
  CHECK(update_flops(training_program(with(Optimizer::adam))) == 0);
}

// Jordan et al. 2024: an overhead of at most 5 m / B, of width m and a batch of B tokens.
TEST_CASE("Muon's iterations are a share of the step of at most five widths over the batch") {
  for (const char* const model : {"gpt3-13b", "llama3-70b", "llama3-405b"}) {
    const StepRequest r = with(Optimizer::muon, "micro_batch=1", 1, model, 2);
    const double parameters = 2 * layer_parameters(r.model, r.model.kind(0)).total();
    const double batch = 1 << 24;
    const double share = update_flops(training_program(r)) / (6 * parameters * batch);
    CHECK(share <= 5 * r.model.hidden / batch);
    CHECK(share >= 2 * r.model.hidden / batch);
  }
}

TEST_CASE("Replicas that share out the optimizer orthogonalise their part, but whole matrices") {
  const auto flops = [](const std::string& parallel, int batch) {
    return update_flops(training_program(with(Optimizer::muon, parallel, batch)));
  };
  const double all = flops("micro_batch=1", 1);
  CHECK(flops("dp=4,zero=0,micro_batch=1", 4) == Approx(all));
  CHECK(flops("dp=4,zero=1,micro_batch=1", 4) == Approx(all / 4));
  CHECK(flops("dp=4,zero=3,micro_batch=1", 4) == Approx(all / 4));
  // tp gathers matrices, and each of its members has them whole.
  CHECK(flops("tp=4,micro_batch=1", 1) == Approx(all));
  // 14 matrices over 64 replicas: one of 4,096 x 14,336.
  const double largest = 5 * (4 * 4096.0 * 4096 * 14336 + 2 * 4096.0 * 4096 * 4096);
  CHECK(flops("dp=64,zero=1,micro_batch=1", 64) == Approx(largest));
}

TEST_CASE("Sharded momenta go to who has the matrix and back, and tp gathers them in bf16") {
  const auto bytes = [](const std::string& parallel, CollectiveKind kind, Phase phase) {
    const StepProgram program = training_program(with(Optimizer::muon, parallel, 4));
    double sum = 0;
    for (const StepOp& op : program.classes[0].ops) {
      if (op.kind != OpKind::collective || op.phase != phase || op.stream == kReduceStream)
        continue;
      const CommWork& comm = base::at(program.comms, op.work);
      if (comm.kind == kind) sum += double(comm.bytes.count());
    }
    return sum;
  };
  const Parameters p;
  CHECK(bytes("dp=4,zero=3,micro_batch=1", CollectiveKind::all_to_all, Phase::update) ==
        Approx(2 * 2 * p.matrices / 4));
  CHECK(bytes("dp=4,zero=1,micro_batch=1", CollectiveKind::all_to_all, Phase::update) == 0);
  CHECK(bytes("dp=1,tp=4,micro_batch=4", CollectiveKind::all_gather, Phase::update) ==
        Approx(2 * p.matrices / 4));
}

TEST_CASE(
    "A host that keeps all states moves gradients and weights, and has the time of its memory") {
  StepRequest r = with(Optimizer::adam);
  r.offload.share = 1;
  CHECK(state(r) == 0);
  const Parameters p;
  const StepProgram program = training_program(r);
  double seconds = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.phase != Phase::update) continue;
    if (const auto* host = std::get_if<HostWork>(&base::at(program.works, op.work))) {
      seconds += host->seconds;
    }
  }
  CHECK(seconds == Approx(30 * p.all() / 76.8e9));
  CHECK(update_bytes(program) == 0);
  r.offload.share = 0.25;
  CHECK(state(r) == Approx(0.75 * 12 * p.all()));
  CHECK(update_bytes(training_program(r)) == Approx(0.75 * 30 * p.all()));
  // A slow link: fp32 gradients.
  r.offload = {1, base::BytesPerSecond{1e9}, base::BytesPerSecond{1e12}};
  CHECK(host_work(r.optimizer, {1e9, 0, 0}, r.offload).seconds == Approx(4));
}
