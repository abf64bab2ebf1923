// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <map>

#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/training.hpp"
#include "support/step_executor.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

constexpr AxisMask kTp = mask_of(Axis::tp);
constexpr AxisMask kCp = mask_of(Axis::cp);
constexpr AxisMask kEp = mask_of(Axis::ep);
constexpr AxisMask kReplicas = mask_of(Axis::dp) | mask_of(Axis::cp) | mask_of(Axis::ep);
constexpr AxisMask kExpertReplicas = mask_of(Axis::dp) | mask_of(Axis::cp);

// Kind, axes, bytes -> how many, of the operations that `which` takes.
using Census = std::map<std::tuple<CollectiveKind, int, std::int64_t>, int>;
template <class Which>
Census census(const StepProgram& program, Which which) {
  Census all;
  for (const ClassProgram& one : program.classes) {
    for (const StepOp& op : one.ops) {
      if (op.kind != OpKind::collective || !which(op)) continue;
      const CommWork& comm = base::at(program.comms, op.work);
      ++all[{comm.kind, comm.axes, comm.bytes.count()}];
    }
  }
  return all;
}

Census of_layer(const StepProgram& program, int layer) {
  return census(program, [layer](const StepOp& op) { return op.layer == layer; });
}

// Of all NPUs: the FLOPs of GEMMs and experts, and of attention.
struct Flops {
  double gemm = 0;
  double attention = 0;
};
Flops flops_of(const StepProgram& program) {
  Flops all;
  const double npus = program.grid.size() / static_cast<double>(program.classes.size());
  for (const ClassProgram& one : program.classes) {
    for (const StepOp& op : one.ops) {
      if (op.kind != OpKind::compute || op.label == OpLabel::recompute) continue;
      const ComputeWork& work = base::at(program.works, op.work);
      const double flops = amounts_of(work).flops * npus;
      if (std::holds_alternative<ElementwiseWork>(work)) continue;
      (op.label == OpLabel::attention ? all.attention : all.gemm) += flops;
    }
  }
  return all;
}

constexpr auto AG = CollectiveKind::all_gather;
constexpr auto RS = CollectiveKind::reduce_scatter;
constexpr auto AR = CollectiveKind::all_reduce;
constexpr auto A2A = CollectiveKind::all_to_all;

}  // namespace

TEST_CASE("A layer communicates as COSMIC's generator has it for GPT3-175B on 1,024 NPUs") {
  // symbolic_tensor_graph's trace of dp 64, tp 4, sp 4 with sharded weights has in each layer 6
  // all-gathers of 25,165,824 and 4 reduce-scatters of 100,663,296 over tp; all-gathers of K and V
  // and reduce-scatters of their gradients over sp (in two halves; here together); two all-gathers
  // of weights, and the reduction of 452,984,832 gradients. Its values are a byte.
  StepRequest r =
      request_of("gpt3-175b", 4, "dp=64,tp=4,sp=4,zero=3,micro_batches=1,placement=dp:tp", 1024);
  r.counting = Counting::macs;
  r.model.biases = false;  // as there
  const StepProgram program = training_program(r);
  REQUIRE(program.classes.size() == 1);
  for (int layer = 0; layer < 3; ++layer) {
    Census c = of_layer(program, layer);
    CHECK(c[{AG, kTp, 25'165'824}] == 6);
    CHECK(c[{RS, kTp, 100'663'296}] == 4);
    CHECK(c[{AG, kCp, 2 * 25'165'824}] == 1);
    CHECK(c[{RS, kCp, 2 * 100'663'296}] == 1);
    // Over dp x sp, and with the norms: 49,152 values.
    CHECK(c[{AG, kReplicas, (452'984'832 + 49'152) / 256}] == 2);
    CHECK(c[{RS, kReplicas, 452'984'832 + 49'152}] == 1);
    CHECK(c.size() == 6);
  }
}

TEST_CASE("Counted as COSMIC counts, matrices have its multiply-adds and results") {
  StepRequest r = request_of("gpt3-175b", 4, "dp=64,tp=4,sp=4,zero=3,micro_batches=1", 1024);
  r.counting = Counting::macs;
  const StepProgram program = training_program(r);
  std::map<OpLabel, std::vector<Amounts>> amounts;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.kind == OpKind::compute && op.layer == 1) {
      amounts[op.label].push_back(amounts_of(base::at(program.works, op.work)));
    }
  }
  // num_ops and tensor_size of the trace's nodes.
  const auto is = [&](OpLabel label, std::vector<std::pair<double, double>> expected) {
    REQUIRE(amounts[label].size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(amounts[label][i].flops == expected[i].first);
      CHECK(amounts[label][i].bytes == expected[i].second);
    }
  };
  is(OpLabel::ffn_up, {{1236950581248.0, 100663296.0},    // xgate
                       {1236950581248.0, 100663296.0},    // dx000
                       {1236950581248.0, 150994944.0}});  // dwgate
  is(OpLabel::ffn_down, {{1236950581248.0, 100663296.0},
                         {1236950581248.0, 100663296.0},
                         {1236950581248.0, 150994944.0}});
  is(OpLabel::attention_out,
     {{309237645312.0, 100663296.0}, {309237645312.0, 25165824.0}, {309237645312.0, 37748736.0}});
  is(OpLabel::qkv,
     {{927712935936.0, 75497472.0}, {927712935936.0, 100663296.0}, {927712935936.0, 113246208.0}});
  // attn_kernel.qkv; dq, dk and dv together.
  is(OpLabel::attention, {{75497472.0, 25165824.0}, {3 * 150994944.0, 226492416.0}});
}

TEST_CASE("Without sequence parallelism tensor parallelism all-reduces, two times each way") {
  // Shoeybi et al. 2019 s3: an all-reduce in the forward and in the backward pass of each block.
  const StepProgram program =
      training_program(request_of("gpt3-13b", 2, "tp=8,sequence_parallel=false", 4));
  Census c = of_layer(program, 1);
  CHECK(c.size() == 1);
  CHECK(c[{AR, kTp, 4LL * 2048 * 5120 * 2}] == 4);
}

TEST_CASE("Degrees of one communicate nothing") {
  const StepProgram program = training_program(request_of("llama3-8b", 2, "dp=1", 2));
  CHECK(program.comms.empty());
  const StepProgram zero = training_program(request_of("mixtral-8x7b", 2, "zero=3,pp=1", 2));
  CHECK(zero.comms.empty());
}

TEST_CASE("However a step is spread, its NPUs together compute the model's FLOPs") {
  const std::string spreads[] = {"dp=1",
                                 "dp=4",
                                 "tp=8",
                                 "tp=8,sequence_parallel=false",
                                 "cp=4",
                                 "pp=4,micro_batches=4",
                                 "pp=2,tp=4,cp=2,dp=2,zero=3,micro_batch=1",
                                 "pp=2,virtual=2,schedule=interleaved,micro_batch=1",
                                 "pp=4,schedule=zero-bubble,micro_batch=1",
                                 "pp=4,schedule=gpipe,micro_batch=1,recompute=full",
                                 "tp=2,recompute=selective"};
  for (const char* model : {"gpt3-13b", "llama3-8b"}) {
    for (const std::string& spread : spreads) {
      CAPTURE(model, spread);
      StepRequest r = request_of(model, 8, spread, 8);
      r.model.vocabulary = 51200;  // which tp divides
      const double s = r.tokens();
      const double tokens = 8 * s;
      const Flops flops = flops_of(training_program(r));
      CHECK(flops.gemm == Approx(6 * matmul_parameters(r.model) * tokens).epsilon(1e-12));
      // Fused: (s + 1) / 2 keys of each query, two products forward and five backward
      // (FlashAttention-2 forms Q K^T again). Stored: all keys, two products and four.
      const bool fused = r.model.fused_attention;
      const double pairs = fused ? 8 * s * (s + 1) / 2 : 8 * s * s;
      const double width = 2.0 * r.model.heads * r.model.size_of_head();
      CHECK(flops.attention == Approx(8 * pairs * width * (fused ? 2 + 5 : 2 + 4)).epsilon(1e-12));
    }
  }
}

TEST_CASE("Stored scores are read and written, with softmax, mask and dropout") {
  // Of a GPT's layer, bytes of a score: softmax 2 + 2, dropout 2 + 2 + 1; their gradients
  // 2 + 2 + 2 and 2 + 1 + 2.
  const StepProgram program = training_program(request_of("gpt3-13b", 1, "tp=4,cp=2", 3));
  const double scores = 3.0 * 10 * 1024 * 2048;
  std::vector<double> bytes;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.kind != OpKind::compute || op.label != OpLabel::attention) continue;
    const ComputeWork& work = base::at(program.works, op.work);
    if (const auto* e = std::get_if<ElementwiseWork>(&work)) bytes.push_back(e->bytes);
  }
  CHECK(bytes == std::vector<double>{9 * scores, 11 * scores});
}

TEST_CASE("Every micro-batch adds its gradients to the sum, 6 bytes a parameter in fp32") {
  const StepRequest r = request_of("llama3-8b", 2, "pp=2,micro_batches=4", 4);
  const StepProgram program = training_program(r);
  double bytes = 0;
  for (const ClassProgram& one : program.classes) {
    for (const StepOp& op : one.ops) {
      if (op.label != OpLabel::gradient_sum) continue;
      bytes += amounts_of(base::at(program.works, op.work)).bytes;
    }
  }
  CHECK(bytes == Approx(4 * 6 * total_parameters(r.model)));
}

TEST_CASE("A layer of experts computes what its tokens ask of top_k experts") {
  for (const std::string spread : {"dp=1", "ep=4", "ep=4,dp=2", "tp=2", "ep=2,tp=2,pp=2"}) {
    CAPTURE(spread);
    const StepRequest r = request_of("mixtral-8x7b", 4, spread, 8);
    const Flops flops = flops_of(training_program(r));
    CHECK(flops.gemm == Approx(6 * matmul_parameters(r.model) * 8 * 32768.0).epsilon(1e-12));
  }
}

TEST_CASE("Experts exchange tokens twice each way, and only their own replicas' gradients") {
  const StepRequest r = request_of("mixtral-8x7b", 2, "ep=4,dp=2,zero=1", 8);
  const StepProgram program = training_program(r);
  Census c = of_layer(program, 0);
  const std::int64_t rows = 32768LL * 2 * 4096 * 2;  // tokens x top_k x hidden, bf16
  CHECK(c[{A2A, kEp, rows}] == 4);
  const double expert = 8.0 / 4 * 3 * 4096 * 14336;
  CHECK(c[{RS, kExpertReplicas, static_cast<std::int64_t>(4 * expert)}] == 1);
  CHECK(c[{AG, kExpertReplicas, static_cast<std::int64_t>(2 * expert / 2)}] == 1);
  const double other = layer_parameters(r.model, LayerKind{Mixer::attention, FeedForward::experts})
                           .outside_experts();
  CHECK(c[{RS, kReplicas, static_cast<std::int64_t>(4 * other)}] == 1);
}

TEST_CASE("Shared experts compute while tokens are on their way") {
  const StepProgram program = training_program(request_of("deepseek-v3", 4, "ep=8", 8));
  const auto times = executed(program, [](const StepOp& op) {
    return op.label == OpLabel::ep_dispatch || op.label == OpLabel::shared_experts ? 1.0 : 0.0;
  });
  for (std::size_t i = 0; i < program.classes[0].ops.size(); ++i) {
    const StepOp& op = program.classes[0].ops[i];
    if (op.label != OpLabel::ep_dispatch || op.phase != Phase::forward) continue;
    const auto next = std::find_if(program.classes[0].ops.begin() + static_cast<std::ptrdiff_t>(i),
                                   program.classes[0].ops.end(), [](const StepOp& o) {
                                     return o.label == OpLabel::shared_experts;
                                   });
    const auto at = base::index(next - program.classes[0].ops.begin());
    CHECK(times[0][at].begin == times[0][i].begin);
  }
}

TEST_CASE("Replicas all-reduce gradients once a step, beside the last backward pass") {
  const StepRequest r = request_of("gpt3-13b", 4, "dp=4,micro_batches=4", 16);
  const StepProgram program = training_program(r);
  const double layer =
      layer_parameters(r.model, LayerKind{Mixer::attention, FeedForward::dense}).total();
  for (int i = 0; i < 4; ++i) {
    Census c = of_layer(program, i);
    CHECK(c.size() == 1);
    CHECK(c[{AR, kReplicas, static_cast<std::int64_t>(4 * layer)}] == 1);
  }
  // If a reduction takes as long as a layer's backward pass, all but the last hide behind it.
  const auto times = executed(program, [](const StepOp& op) {
    if (op.micro_batch != 3 || op.layer < 0) return 0.0;
    if (op.label == OpLabel::gradient_reduce) return 1.0;
    return op.phase == Phase::backward && op.label == OpLabel::ffn_norm ? 1.0 : 0.0;
  });
  CHECK(end_of(times) == 4 + 1);
}

TEST_CASE("ZeRO levels share out more: what they gather and reduce, and how often") {
  const auto counts = [](int zero) {
    const StepProgram program = training_program(
        request_of("gpt3-13b", 4, "dp=4,micro_batches=3,zero=" + std::to_string(zero), 12));
    const Census c = of_layer(program, 2);
    std::map<CollectiveKind, int> kinds;
    for (const auto& [what, count] : c) kinds[std::get<0>(what)] += count;
    return kinds;
  };
  using Kinds = std::map<CollectiveKind, int>;
  CHECK(counts(0) == Kinds{{AR, 1}});
  CHECK(counts(1) == Kinds{{RS, 1}, {AG, 1}});
  CHECK(counts(2) == Kinds{{RS, 3}, {AG, 1}});
  CHECK(counts(3) == Kinds{{RS, 3}, {AG, 6}});
}

TEST_CASE("The embedding and the logits are gathered by every micro-batch, once") {
  // The embedding's gradient has no use for it; the logits' follows their forward pass at once.
  for (const char* schedule : {"1f1b", "zero-bubble"}) {
    const StepProgram program = training_program(request_of(
        "llama3-8b", 2, "dp=4,micro_batches=3,zero=3,schedule=" + std::string(schedule), 12));
    int gathers = 0;
    for (const StepOp& op : program.classes[0].ops) {
      gathers += op.label == OpLabel::weight_gather && op.layer == StepOp::kNone ? 1 : 0;
    }
    CHECK(gathers == 3 + 3);
  }
}

TEST_CASE("Weights are gathered at most the prefetch depth ahead of the layer that runs") {
  for (const int depth : {0, 1, 2, 5}) {
    CAPTURE(depth);
    const StepProgram program = training_program(
        request_of("gpt3-13b", 8, "dp=4,zero=3,prefetch=" + std::to_string(depth), 4));
    // Every pass through a layer takes 1, gathers nothing: they begin as soon as they may.
    const auto times = executed(program, [](const StepOp& op) {
      return op.layer >= 0 && op.label == OpLabel::ffn_norm ? 1.0 : 0.0;
    });
    for (std::size_t i = 0; i < program.classes[0].ops.size(); ++i) {
      const StepOp& op = program.classes[0].ops[i];
      if (op.label != OpLabel::weight_gather || op.layer < 0) continue;
      // Layer 0 is behind the embedding; the logits lie between the passes, and layer 7's weights
      // are gone by then.
      const int use = op.phase == Phase::forward ? op.layer : 15 - op.layer;
      if (op.phase == Phase::forward) CHECK(times[0][i].begin == std::max(0, use - depth));
      if (use - depth >= 8) CHECK(times[0][i].begin == use - depth);
    }
  }
}

TEST_CASE("A tied embedding on two stages gets the sum of both gradients") {
  const auto exchanges = [](bool tied) {
    StepRequest r = request_of("gpt3-13b", 4, "pp=4,micro_batch=1", 4);
    r.model.tied_embeddings = tied;
    int count = 0;
    for (const ClassProgram& one : training_program(r).classes) {
      for (const StepOp& op : one.ops) {
        count += op.label == OpLabel::gradient_reduce && op.kind == OpKind::send ? 1 : 0;
      }
    }
    return count;
  };
  CHECK(exchanges(true) == 2);
  CHECK(exchanges(false) == 0);
}

TEST_CASE("Full recomputation runs every layer forward again, selective attention's products") {
  const auto again = [](const std::string& model, const std::string& recompute) {
    int gemms = 0;
    int products = 0;
    const StepProgram program = training_program(request_of(model, 3, "recompute=" + recompute, 2));
    for (const StepOp& op : program.classes[0].ops) {
      if (op.label != OpLabel::recompute) continue;
      const ComputeWork& work = base::at(program.works, op.work);
      // Of the products over heads one is enough to know them by.
      const auto* gemm = std::get_if<GemmWork>(&work);
      const bool heads = gemm != nullptr && gemm->count > 1;
      gemms += gemm != nullptr && !heads ? 1 : 0;
      products += heads && gemm->n == 2048 ? 1 : 0;
    }
    return std::pair(gemms, products);
  };
  CHECK(again("gpt3-13b", "none") == std::pair(0, 0));
  CHECK(again("gpt3-13b", "selective") == std::pair(0, 3));
  CHECK(again("gpt3-13b", "full") == std::pair(12, 3));
  CHECK(again("llama3-8b", "selective") == std::pair(0, 0));  // norms and activations alone
}

TEST_CASE("Alternate recomputation runs K, the output of attention and one inner matrix again") {
  const StepRequest r = request_of("llama3-8b", 2, "tp=2,recompute=alternate", 1);
  const StepProgram program = training_program(r);
  double flops = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.label != OpLabel::recompute) continue;
    const ComputeWork& work = base::at(program.works, op.work);
    if (std::holds_alternative<GemmWork>(work)) flops += amounts_of(work).flops;
  }
  CHECK(flops * 2 == Approx(2 * 2 * 8192 * (4096.0 * 1024 + 4096.0 * 4096 + 4096.0 * 14336)));
}

TEST_CASE("Programs of all shipped models end, whatever the schedule and the sharding") {
  for (const char* model : {"gpt3-175b", "vit-base", "llama3-70b", "mixtral-8x7b", "deepseek-v3"}) {
    for (const std::string knobs :
         {"pp=2,micro_batch=1,zero=3,dp=2", "pp=4,micro_batch=1,schedule=zero-bubble,tp=2",
          "pp=2,micro_batch=1,schedule=interleaved,virtual=2,zero=2,dp=2,prefetch=3",
          "pp=2,schedule=zero-bubble,micro_batch=1,recompute=alternate,tp=2,async_tp=true",
          "pp=2,micro_batch=1,recompute=selective,tp=2,tp_slices=4",
          "pp=2,schedule=gpipe,micro_batch=1,recompute=full,tp=2,cp=2,dp=2,zero=1"}) {
      CAPTURE(model, knobs);
      const StepProgram program = training_program(request_of(model, 8, knobs, 16));
      const auto times = executed(program, [](const StepOp&) { return 1.0; });
      for (const auto& one : times) {
        for (const Times& t : one) REQUIRE(t.known());
      }
      for (const ClassProgram& one : program.classes) {
        for (std::size_t i = 0; i < one.ops.size(); ++i) {
          for (std::size_t d = 0; d < one.ops[i].dependencies; ++d) {
            REQUIRE(one.dependencies[one.ops[i].first_dependency + d] < i);
          }
        }
      }
    }
  }
}

TEST_CASE("Asynchronous tensor parallelism communicates beside its products") {
  // Four products of a layer of 1 each, with a communication of 1 or 3 before or behind each.
  const auto length = [](const std::string& knobs, double communication) {
    StepRequest r = request_of("llama3-8b", 1, "tp=4" + knobs, 1);
    r.kind = StepKind::prefill;
    const StepProgram program = inference_program(r);
    return end_of(executed(program, [&](const StepOp& op) {
      if (op.layer < 0) return 0.0;
      if (op.kind == OpKind::collective) return communication;
      const bool product = std::holds_alternative<GemmWork>(base::at(program.works, op.work));
      return product ? 1.0 : 0.0;
    }));
  };
  CHECK(length("", 1) == 8);
  CHECK(length(",async_tp=true", 1) == 4);
  CHECK(length(",async_tp=true", 3) == 12);
  // In S slices each pair is a pipeline of two stages: (S - 1) max(a, g) + a + g, S-th parts each.
  const auto sliced = [](int slices, double communication) {
    StepRequest r = request_of("llama3-8b", 1, "tp=4,tp_slices=" + std::to_string(slices), 1);
    r.kind = StepKind::prefill;
    const StepProgram program = inference_program(r);
    return end_of(executed(program, [&](const StepOp& op) {
      if (op.layer < 0) return 0.0;
      if (op.kind == OpKind::collective) return communication / slices;
      const bool product = std::holds_alternative<GemmWork>(base::at(program.works, op.work));
      return product ? 1.0 / slices : 0.0;
    }));
  };
  CHECK(sliced(1, 1) == 8);
  CHECK(sliced(4, 1) == 4 * (3 * 0.25 + 0.5));
  CHECK(sliced(4, 3) == 4 * (3 * 0.75 + 1));
  CHECK(sliced(8, 0.5) == 4 * (7 * 0.125 + 0.125 + 0.0625));
  // In training the sums of a gradient are awaited too: as long as the longer of both streams.
  const StepProgram program = training_program(request_of("llama3-8b", 3, "tp=4,async_tp=true", 1));
  for (const auto& one : executed(program, [](const StepOp&) { return 1.0; })) {
    for (const Times& t : one) REQUIRE(t.known());
  }
}

TEST_CASE("Without overlap gradients are reduced behind the last backward pass") {
  for (const std::string zero : {"0", "1"}) {
    const StepProgram program = training_program(
        request_of("gpt3-13b", 4, "dp=4,micro_batches=2,overlap=false,zero=" + zero, 8));
    const auto times = executed(program, [](const StepOp&) { return 1.0; });
    double backward = 0;
    double reduced = 1e9;
    int reductions = 0;
    for (std::size_t i = 0; i < times[0].size(); ++i) {
      const StepOp& op = program.classes[0].ops[i];
      if (op.kind == OpKind::compute && op.phase == Phase::backward) {
        backward = std::max(backward, times[0][i].end);
      }
      if (op.label != OpLabel::gradient_reduce) continue;
      reduced = std::min(reduced, times[0][i].begin);
      ++reductions;
    }
    CHECK(reduced >= backward);
    CHECK(reductions == 4 + 2);  // the layers, the embedding, the last norm
  }
}

TEST_CASE("Without overlap a micro-batch that reduces is reduced before the next computes") {
  const StepProgram program = training_program(
      request_of("gpt3-13b", 2, "dp=4,micro_batches=3,overlap=false,zero=3,prefetch=0", 12));
  const auto times = executed(program, [](const StepOp&) { return 1.0; });
  const std::vector<StepOp>& ops = program.classes[0].ops;
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (ops[i].label != OpLabel::gradient_reduce) continue;
    for (std::size_t j = 0; j < ops.size(); ++j) {
      const bool later = ops[j].kind == OpKind::compute && ops[j].micro_batch > ops[i].micro_batch;
      if (later) REQUIRE(times[0][j].begin >= times[0][i].end);
    }
  }
}

TEST_CASE("Training in fp8 is of the layers' matrices, whose operands are cast") {
  StepRequest r = request_of("llama3-8b", 1, "dp=1", 1);
  r.type = NumberType::fp8;
  const StepProgram program = training_program(r);
  double cast = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.kind != OpKind::compute) continue;
    const ComputeWork& work = base::at(program.works, op.work);
    if (const auto* gemm = std::get_if<GemmWork>(&work)) {
      CHECK(gemm->type == (op.label == OpLabel::logits ? NumberType::bf16 : NumberType::fp8));
    }
    if (const auto* attention = std::get_if<AttentionWork>(&work)) {
      CHECK(attention->type == NumberType::bf16);
    }
    if (op.label == OpLabel::cast) cast += amounts_of(work).bytes;
  }
  // Read for the scale, read, written in a byte; again as transposed; and so the gradients.
  const double rows = 8192;
  const double in = 4096 + 4096 + 4096 + 14336;
  const double out = 6144 + 4096 + 28672 + 4096;
  const double weights = 4096.0 * (6144 + 4096 + 28672) + 14336.0 * 4096;
  CHECK(cast == Approx((5 + 2) * (rows * in + weights) + 7 * rows * out));
  r.kind = StepKind::prefill;  // serving's laws hold the casts
  const StepProgram prefill = inference_program(r);
  for (const StepOp& op : prefill.classes[0].ops) CHECK(op.label != OpLabel::cast);
}
