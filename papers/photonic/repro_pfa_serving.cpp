// SPDX-License-Identifier: Apache-2.0
#include "papers/photonic/repro_pfa_serving.hpp"

#include <fmt/format.h>

#include <variant>

#include "jacquard/cost/device.hpp"
#include "jacquard/serve/celestisim/embedding.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/workload/model_name.hpp"
#include "papers/photonic/gains.hpp"

namespace jacquard::studies {
namespace {

using report::Answer;
using report::Question;
using report::ReproEntry;
using namespace serve::celestisim;

const config::Place kPlace{"pfa", ""};

Answer answered(const Question& question, double ours, std::string remark) {
  Answer answer;
  answer.ours = ours;
  answer.verdict = report::compared(question.number, ours);
  answer.remark = std::move(remark);
  return answer;
}

constexpr const char* kRules =
    "CelestiSim is closed; these rules are one set of several that give the four numbers of 405B "
    "(docs/pfa.md)";

PaperSystem pooled(Preset preset, Generation generation = Generation::first) {
  constexpr int kXpus = 8;
  return appliance(preset, generation, kXpus, kPlace);
}

PaperSystem with_all_hits(PaperSystem machine) {
  machine.cache = base::Bytes{0};
  return machine;
}

using Gain = double Gains::*;

ReproEntry headline(const char* key, Gain gain) {
  return {fmt::format("pfa.fig9.405b/{}", key), [gain](const Question& question) {
            const workload::Model model = llama3_405b();
            const PaperSystem dgx = dgx_h100();
            const PaperSystem first = pooled(Preset::described);
            const PaperSystem next = pooled(Preset::described, Generation::next);
            const auto chat = [&](const PaperSystem& m) {
              return gains(model, dgx, m, {128, 4096}).*gain;
            };
            Answer answer = answered(
                question, largest_gains(model, dgx, pooled(Preset::paper)).*gain,
                fmt::format("preset paper, the largest of four lengths; at (128, 4096) {:.3f}. "
                            "Described hardware there: {:.3f} by 8 ports of the first generation "
                            "as measured ({}), {:.3f} if all accesses hit the HBM, {:.3f} by 8 of "
                            "the next generation. {}",
                            chat(pooled(Preset::paper)), chat(first), first.source,
                            chat(with_all_hits(first)), chat(next), kRules));
            answer.physical = config::Json(chat(first));
            return answer;
          }};
}

Answer mfu_of(const Question& question, const PaperSystem& machine, std::int64_t batch,
              const std::string& remark) {
  const auto run = static_batch(llama3_405b(), machine, {batch, 128, 4096}, {}, kPlace);
  return answered(question, run.mfu, remark);
}

Answer mfu_dgx(const Question& question) {
  const PaperSystem dgx = dgx_h100();
  const std::int64_t batch = largest_batch(llama3_405b(), dgx, 128, 4096, {});
  return mfu_of(
      question, dgx, batch,
      fmt::format("batch {}, the largest in 90 % of 640 GB; 2 parameters a token, prompts "
                  "included. {}",
                  batch, kRules));
}

Answer mfu_pfa(const Question& question) {
  const auto described =
      static_batch(llama3_405b(), pooled(Preset::described), {kPooledBatch, 128, 4096}, {}, kPlace);
  Answer answer = mfu_of(question, pooled(Preset::paper), kPooledBatch,
                         fmt::format("batch {}; the described hardware gives {:.3f}. {}",
                                     kPooledBatch, described.mfu, kRules));
  answer.physical = config::Json(described.mfu);
  return answer;
}

// Two DGX with a stage each, which one batch passes in turn, against 16 XPUs before an appliance
// with two stages too, whose batch is large enough for both to work at a time.
ReproEntry one_trillion(const char* key, Gain gain, const char* remark) {
  return {fmt::format("pfa.fig10.1t/{}", key), [gain, remark](const Question& question) {
            constexpr int kXpus = 16;
            PaperSystem pool = appliance(Preset::paper, Generation::first, kXpus, kPlace);
            pool.pp = 2;
            pool.bandwidth = pool.bandwidth * 0.5;  // of a stage
            PaperSystem busy = pool;
            busy.micro_batches = 2;
            const workload::Model model = assumed_1t();
            const PaperSystem dgx = dgx_h100(2);
            const bool one = gain == &Gains::latency;
            Answer answer =
                answered(question, largest_gains(model, dgx, one ? pool : busy).*gain, remark);
            if (answer.verdict != "match") answer.verdict = "not-reproducible";
            return answer;
          }};
}

// Share of what tensor parallelism adds to a decode step that its all-reduces are.
ReproEntry all_reduce_share(int tp) {
  return {fmt::format("pfa.fig12.allreduce_share/{}", tp), [tp](const Question& question) {
            serve::Deployment d;
            d.model = workload::named_model("llama3-70b", kPlace);
            d.device = cost::device_of("h100_sxm", kPlace);
            d.software = cost::Software::any;
            d.precision = {workload::NumberType::fp8, workload::NumberType::fp8,
                           workload::NumberType::fp8};
            constexpr int kBatch = 16;
            constexpr int kKeys = 192;  // half-way from 128 to 256
            serve::StepLoad load;
            load.decodes = kBatch;
            load.decode_keys = std::int64_t{kBatch} * kKeys;
            const auto step = [&](int degree) {
              d.tp = degree;
              const auto took =
                  serve::cost_clock(d)->time(base::Span<const serve::StepLoad>(&load, 1));
              return base::to_seconds(took.latency).count();
            };
            const double added = step(tp) - step(1) / tp;
            d.tp = tp;
            double reducing = 0;
            for (const serve::ServingOp& op :
                 token_ops(d, {workload::Mixer::attention, workload::FeedForward::dense}, kBatch)) {
              if (!std::holds_alternative<serve::Communication>(op.what)) continue;
              reducing += d.model.layers * seconds_of(d, op, true).count();
            }
            return answered(
                question, reducing / added,
                fmt::format("our laws, H100, fp8, as 70B in 16 bit does not fit one GPU; a step "
                            "of {:.2f} ms, {:.2f} ms more than 1/{} of one GPU's",
                            step(tp) * 1e3, added * 1e3, tp));
          }};
}

Answer validation_configs(const Question& /*question*/) {
  Answer answer;
  answer.ours = 300;
  answer.verdict = "paper-inconsistent";
  answer.remark =
      "s4.3 lists 5 pairs of GPU and TP, 4 batches, and 8 + 7 pairs of lengths: 300, of which "
      "280 differ";
  return answer;
}

ReproEntry unpublished(const char* key) {
  return {fmt::format("pfa.validation/{}", key), [](const Question& /*question*/) {
            Answer answer;
            answer.verdict = "not-reproducible";
            answer.remark =
                "its measurements are not published; jacquard validate serving holds us against "
                "others";
            return answer;
          }};
}

ReproEntry pooled_embeddings(const char* key, base::BytesPerSecond link) {
  return {fmt::format("pfa.dlrm/{}", key), [link](const Question& question) {
            SpreadRows spread;
            spread.link = link;
            Answer answer = answered(
                question, mean_speedup(spread, {}),
                fmt::format("a ring over 128 GPUs whose steps take {:.2f} us, fitted on this "
                            "number and its neighbour: latency decides, as 127 steps take 196 us "
                            "and a kernel 6. The described appliance gives {:.1f}, as DDR serves "
                            "{:.2f} of 10 TB",
                            spread.step.count() * 1e6, mean_speedup(spread, described_rows()),
                            described_rows().misses));
            if (answer.verdict == "match") answer.verdict = "calibration";
            answer.physical = config::Json(mean_speedup(spread, described_rows()));
            return answer;
          }};
}

}  // namespace

std::vector<ReproEntry> pfa_serving_answers() {
  return {
      headline("throughput", &Gains::throughput),
      headline("latency", &Gains::latency),
      {"pfa.mfu/dgx", mfu_dgx},
      {"pfa.mfu/pfa", mfu_pfa},
      one_trillion("throughput", &Gains::throughput,
                   "the model's shape is not given: assumed 24,576 wide, 128 layers, 8 heads of "
                   "keys and values, a gated layer 3.5 times as wide. A batch passes the two DGX "
                   "in turn; the appliance's stages "
                   "work at a time"),
      one_trillion(
          "latency", &Gains::latency,
          "the model's shape is not given: assumed as for the throughput. One request passes both "
          "stages in turn on both sides. What lifts the gain to 1.41 is not known"),
      all_reduce_share(2),
      all_reduce_share(4),
      all_reduce_share(8),
      {"pfa.validation/configs", validation_configs},
      unpublished("mape"),
      unpublished("r2"),
      pooled_embeddings("nvlink", base::BytesPerSecond{450e9}),
      pooled_embeddings("pcie", base::BytesPerSecond{32e9}),
  };
}

}  // namespace jacquard::studies
