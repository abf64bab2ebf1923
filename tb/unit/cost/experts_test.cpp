// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/experts.hpp"

#include <catch2/catch.hpp>

#include "jacquard/cost/duration.hpp"

using namespace jacquard;
using cost::ExpertKernel;
using workload::ExpertWork;

namespace {

constexpr double kPeak = 989.4e12;       // H100 SXM, bf16 dense
constexpr double kBandwidth = 3.352e12;  // H100 SXM

cost::Device h100() { return *cost::shipped_device("h100_sxm"); }

ExpertWork mixtral(double tokens) {  // 8x7B
  ExpertWork work;
  work.tokens = tokens;
  work.hidden = 4096;
  work.inner = 14336;
  work.experts = 8;
  work.top_k = 2;
  return work;
}

double seconds(const ExpertWork& work, ExpertKernel kernel = ExpertKernel::grouped) {
  return cost::expert_time(h100(), work, kernel).count();
}

}  // namespace

TEST_CASE("few tokens take as long as the weights of the experts they hit") {
  ExpertWork work = mixtral(1);
  for (const int hit : {2, 4, 8}) {
    work.top_k = hit;
    const double weights = hit * 3.0 * 4096 * 14336 * 2 / kBandwidth;
    CAPTURE(hit);
    CHECK(seconds(work) > weights);
    CHECK(seconds(work) < 1.25 * weights + 20e-6);
  }
}

TEST_CASE("many tokens take as long as their arithmetic") {
  const double flops = 6.0 * 131072 * 2 * 4096 * 14336;
  CHECK(seconds(mixtral(131072)) > flops / kPeak);
  CHECK(seconds(mixtral(131072)) < 1.35 * flops / kPeak);
}

TEST_CASE("one expert is a dense product") {
  ExpertWork work = mixtral(8192);
  work.experts = 1;
  work.top_k = 1;
  const auto dense = [](double m, double n, double k) {
    return cost::seconds_of(h100(), workload::GemmWork{m, n, k}).count();
  };
  const double products = dense(8192, 2 * 14336, 4096) + dense(8192, 4096, 14336);
  CHECK(seconds(work) > 0.75 * products);
  CHECK(seconds(work) < 1.4 * products);
}

TEST_CASE("skewed routing over devices is never faster than balanced with many tokens") {
  for (const ExpertKernel kernel :
       {ExpertKernel::grouped, ExpertKernel::untuned, ExpertKernel::triton, ExpertKernel::marlin}) {
    for (const double tokens : {4096.0, 16384.0, 65536.0}) {
      for (const int devices : {2, 8, 32}) {
        ExpertWork work = mixtral(tokens);
        work.inner = 2048;
        work.experts = 128;
        work.top_k = 8;
        work.expert_parallel = devices;
        const double balanced = seconds(work, kernel);
        for (const double skew : {0.5, 1.01, 1.2, 2.0}) {
          work.skew = skew;
          CAPTURE(tokens, devices, skew);
          CHECK(seconds(work, kernel) >= balanced);
        }
      }
    }
  }
}

TEST_CASE("more tokens never take less time, and none take none") {
  for (const ExpertKernel kernel : {ExpertKernel::grouped, ExpertKernel::triton}) {
    double before = 0;
    CHECK(seconds(mixtral(0), kernel) == 0);
    for (double tokens = 1; tokens < 70000; tokens *= 1.3) {
      const double now = seconds(mixtral(tokens), kernel);
      CHECK(now >= before);
      before = now;
    }
  }
}

TEST_CASE("tensor and expert parallelism divide what is large") {
  const double whole = seconds(mixtral(65536));
  ExpertWork split = mixtral(65536);
  split.expert_parallel = 8;
  CHECK(seconds(split) == Approx(whole / 8).epsilon(0.1));
  split.expert_parallel = 1;
  split.tensor_parallel = 8;
  CHECK(seconds(split) > whole / 8);
  CHECK(seconds(split) < whole / 4);
}

// 8,192 rows of 4,096 values of bf16 at 25.4 GB/s of each of 132 processors, 2.23 + 0.13 times.
TEST_CASE("rows that arrive in the order of experts are moved one width less") {
  ExpertWork work = mixtral(8192);
  work.top_k = 1;
  const double alone = seconds(work);
  work.sorted = true;
  CHECK(alone - seconds(work) == Approx(8192.0 * 4096 * 2 * 2.36 / (25.4e9 * 132)).epsilon(1e-3));
}

TEST_CASE("the gradient takes twice as long") {
  ExpertWork work = mixtral(4096);
  const double forward = seconds(work);
  work.backward = true;
  CHECK(seconds(work) == Approx(2 * forward));
}

TEST_CASE("a tuned kernel is faster than an untuned one, fp8 than bf16") {
  ExpertWork work = mixtral(8192);
  const double bf16 = seconds(work);
  work.type = workload::NumberType::fp8;
  CHECK(seconds(work) < bf16);
  CHECK(seconds(work) < 0.5 * seconds(work, ExpertKernel::untuned));
}

TEST_CASE("measured times are met by a law that no row was pasted into") {
  // ai-dynamo/aiconfigurator, systems data: H100 SXM, TensorRT-LLM 1.3.0rc20, bf16, microseconds.
  struct Measured {
    double tokens, hidden, inner;
    int top_k, experts, tensor, devices;
    double us;
  };
  const Measured all[] = {
      {128, 4096, 1536, 8, 128, 32, 1, 116},  {64, 4096, 1536, 8, 128, 32, 1, 108},
      {16384, 6144, 16384, 2, 8, 4, 8, 873},  {4096, 6144, 16384, 2, 8, 1, 1, 5985},
      {8192, 6144, 16384, 2, 8, 1, 8, 1523},  {256, 6144, 2048, 8, 256, 32, 8, 71},
      {8192, 6144, 2048, 8, 256, 32, 8, 316}, {16384, 2048, 768, 8, 128, 8, 16, 151},
  };
  for (const Measured& m : all) {
    ExpertWork work;
    work.tokens = m.tokens;
    work.hidden = m.hidden;
    work.inner = m.inner;
    work.top_k = m.top_k;
    work.experts = m.experts;
    work.tensor_parallel = m.tensor;
    work.expert_parallel = m.devices;
    CAPTURE(m.tokens, m.hidden, m.inner, m.experts, m.us);
    CHECK(seconds(work) * 1e6 == Approx(m.us).epsilon(0.35));
  }
}

TEST_CASE("a kernel is known by its name, or by who runs what type") {
  using cost::Software;
  using workload::NumberType;
  const auto named = [](const char* name, Software software, NumberType type,
                        const char* device = "h100_sxm") {
    return cost::kernel_named(name, *cost::shipped_device(device), software, type);
  };
  CHECK(named("vllm_x_marlin_y", Software::vllm, NumberType::int4) == ExpertKernel::marlin);
  CHECK(named("moe_torch_flow_cutlass", Software::trtllm, NumberType::fp8) ==
        ExpertKernel::grouped);
  CHECK(named("vllm_modeloptfp8moe_flashinfer_cutlass_x", Software::vllm, NumberType::fp8) ==
        ExpertKernel::untuned);
  CHECK(named("new", Software::vllm, NumberType::bf16) == ExpertKernel::triton);
  CHECK(named("new", Software::any, NumberType::bf16) == ExpertKernel::grouped);
  // Engines run four bits on Blackwell by TensorRT-LLM's generated kernels.
  for (const char* device : {"b200_sxm", "gb300"}) {
    CHECK(named("new", Software::vllm, NumberType::w4a16, device) == ExpertKernel::generated);
    CHECK(named("moe_torch_flow_min_latency", Software::trtllm, NumberType::nvfp4, device) ==
          ExpertKernel::generated);
    CHECK(named("moe_torch_flow_nongated", Software::trtllm, NumberType::nvfp4, device) ==
          ExpertKernel::grouped);
    CHECK(named("moe_torch_flow", Software::trtllm, NumberType::w4a16, device) ==
          ExpertKernel::triton);
    CHECK(named("new", Software::vllm, NumberType::bf16, device) == ExpertKernel::grouped);
  }
}

// ai-dynamo/aiconfigurator, systems data: B200 SXM, TensorRT-LLM 1.3.0rc20, balanced, microseconds.
TEST_CASE("experts of B200 take what they were measured to take") {
  using cost::Software;
  using workload::NumberType;
  const cost::Device device = *cost::shipped_device("b200_sxm");
  const struct {
    NumberType type;
    ExpertKernel kernel;
    double tokens, hidden, inner;
    int top_k, experts, tensor, devices;
    double us;
  } all[] = {
      {NumberType::bf16, ExpertKernel::grouped, 8192, 4096, 1024, 10, 512, 8, 1, 1259},
      {NumberType::fp8, ExpertKernel::grouped, 2, 4096, 14336, 2, 8, 1, 4, 56.1},
      {NumberType::fp8_block, ExpertKernel::grouped, 1536, 6144, 16384, 2, 8, 2, 4, 145.7},
      {NumberType::nvfp4, ExpertKernel::grouped, 160, 4096, 14336, 2, 8, 4, 1, 75.1},
      {NumberType::nvfp4, ExpertKernel::generated, 2, 6144, 2560, 8, 160, 2, 8, 25.5},
      {NumberType::w4a16, ExpertKernel::triton, 48, 2880, 2880, 4, 128, 1, 2, 617.6},
      {NumberType::w4a16, ExpertKernel::generated, 1, 2880, 2880, 4, 128, 1, 128, 19.3},
      {NumberType::w4a16, ExpertKernel::generated, 12288, 2880, 2880, 4, 128, 1, 16, 208.3},
  };
  for (const auto& m : all) {
    ExpertWork work;
    work.type = m.type;
    work.tokens = m.tokens;
    work.hidden = m.hidden;
    work.inner = m.inner;
    work.top_k = m.top_k;
    work.experts = m.experts;
    work.tensor_parallel = m.tensor;
    work.expert_parallel = m.devices;
    CAPTURE(workload::name_of(m.type), m.tokens, m.hidden, m.us);
    CHECK(cost::expert_time(device, work, m.kernel, Software::trtllm).count() * 1e6 ==
          Approx(m.us).epsilon(0.25));
  }
}
