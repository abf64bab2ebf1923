// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/linear_attention.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/cost/duration.hpp"

using namespace jacquard;
using cost::Software;
using workload::LinearAttentionWork;

namespace {

// Qwen3.5's sizes.
LinearAttentionWork prefill(double batch, double queries, double heads, double key_heads) {
  LinearAttentionWork work;
  work.batch = batch;
  work.queries = queries;
  work.heads = heads;
  work.key_heads = key_heads;
  return work;
}

LinearAttentionWork decode(double batch, double heads, double key_heads) {
  LinearAttentionWork work = prefill(batch, 1, heads, key_heads);
  work.decode = true;
  return work;
}

cost::Device named(const char* device) { return *cost::shipped_device(device); }

double state_us(const LinearAttentionWork& work, Software software, const char* device) {
  return cost::linear_state_time(named(device), work, software).count() * 1e6;
}

double error(double ours, double measured) { return std::abs(ours / measured - 1); }

}  // namespace

// Rows of ai-dynamo/aiconfigurator's systems data.
TEST_CASE("scans and updates of a state take as long as serving engines were measured") {
  struct Row {
    LinearAttentionWork work;
    Software software;
    const char* device;
    double us;
  };
  for (const Row& row : {Row{prefill(1, 8192, 32, 16), Software::vllm, "h100_sxm", 390.8},
                         Row{prefill(64, 1024, 32, 16), Software::vllm, "h100_sxm", 938.7},
                         Row{prefill(16, 1024, 32, 16), Software::trtllm, "h100_sxm", 1031.6},
                         Row{decode(64, 32, 16), Software::vllm, "h100_sxm", 95.1},
                         Row{decode(512, 32, 16), Software::sglang, "h100_sxm", 716.7}}) {
    const double ours = state_us(row.work, row.software, row.device);
    CAPTURE(row.work.batch, row.work.queries, row.us, ours);
    CHECK(error(ours, row.us) < 0.15);
  }
}

// The same data: TensorRT-LLM 1.3.0rc15 on B200, the largest scans.
TEST_CASE("Mamba's scans take as long as on B200, and their gradient longer than three of them") {
  struct Row {
    double batch, queries, heads, us;
  };
  for (const Row& row :
       {Row{8, 8192, 256, 9981.9}, Row{2, 16384, 128, 2833.1}, Row{8, 4096, 64, 1433.8}}) {
    LinearAttentionWork work = prefill(row.batch, row.queries, row.heads, 8);
    work.value_size = 64;
    work.delta = false;
    const double ours = state_us(work, Software::trtllm, "b200_sxm");
    CAPTURE(row.batch, row.queries, row.us, ours);
    CHECK(error(ours, row.us) < 0.1);
    work.backward = true;
    CHECK(state_us(work, Software::trtllm, "b200_sxm") > 3 * ours);
  }
}

// QwenLM/FlashQLA, benchmark_results_H200.txt: FLA 0.5.1, 32,768
// tokens, 32 heads; and FlashInfer. No fit saw them.
TEST_CASE("training's scan and its gradient take as long as a library was measured on H200") {
  LinearAttentionWork work = prefill(1, 32768, 32, 16);
  CHECK(error(state_us(work, Software::any, "h200_sxm"), 1890) < 0.15);
  work.backward = true;
  CHECK(error(state_us(work, Software::any, "h200_sxm"), 5697) < 0.15);
  work = prefill(8, 4096, 32, 16);
  CHECK(error(state_us(work, Software::vllm, "h200_sxm"), 431) < 0.1);
}

TEST_CASE("a decoder's time grows by the state's traffic alone") {
  const cost::Device d = named("h100_sxm");
  const double states = 32.0 * 128 * 128 * 4 * 2;
  const double few = state_us(decode(256, 32, 16), Software::any, "h100_sxm");
  const double many = state_us(decode(512, 32, 16), Software::any, "h100_sxm");
  // Queries, keys, values and outputs are 2 % beside it.
  CHECK((many - few) * 1e-6 ==
        Approx(256 * states / (0.89 * d.memory_bandwidth.count())).epsilon(0.02));
}

TEST_CASE("a chunk waits for the one before it, so few heads take as long as one") {
  for (const Software software : {Software::any, Software::vllm}) {
    const double one = state_us(prefill(1, 32768, 1, 1), software, "h100_sxm");
    CHECK(state_us(prefill(1, 32768, 4, 1), software, "h100_sxm") == Approx(one));
    CHECK(state_us(prefill(1, 65536, 1, 1), software, "h100_sxm") == Approx(2 * one).epsilon(0.02));
  }
}

TEST_CASE("the whole is its convolution, gates and state; seconds_of is the door to it") {
  const cost::Device d = named("b200_sxm");
  LinearAttentionWork work = prefill(2, 4096, 64, 16);
  const double gates = 2.0 * 4096 * 64 * 12;
  const double parts = (cost::short_convolution_time(d, work, Software::any) +
                        cost::linear_state_time(d, work, Software::any) +
                        cost::seconds_of(d, workload::ElementwiseWork{0, gates}))
                           .count();
  CHECK(cost::seconds_of(d, work).count() == Approx(parts));
  work.conv = 0;
  CHECK(cost::short_convolution_time(d, work, Software::any).count() == 0);
  CHECK(cost::seconds_of(d, LinearAttentionWork{}).count() == 0);
}

TEST_CASE("more tokens, heads or sequences of linear attention never take less time") {
  for (const char* device : {"a100_sxm", "h100_sxm", "b200_sxm", "tpu_v5p", "rtx4090"}) {
    for (const bool delta : {true, false}) {
      for (const bool backward : {true, false}) {
        double before = 0;
        for (double size = 1; size < 1e6; size *= 1.7) {
          LinearAttentionWork work = prefill(std::floor(size / 1000) + 1, size, 16, 8);
          work.delta = delta;
          work.backward = backward;
          const double now = cost::seconds_of(named(device), work).count();
          CAPTURE(device, delta, backward, size);
          CHECK(std::isfinite(now));
          CHECK(now >= before);
          before = now;
        }
      }
    }
  }
}
