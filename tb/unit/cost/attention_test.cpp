// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/attention.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/cost/duration.hpp"

using namespace jacquard;
using workload::AttentionWork;

namespace {

double seconds(const char* device, const AttentionWork& work) {
  return cost::seconds_of(*cost::shipped_device(device), work).count();
}

AttentionWork training(double batch, double sequence, double heads, bool backward = false) {
  AttentionWork work;
  work.batch = batch;
  work.queries = work.keys = sequence;
  work.heads = work.kv_heads = heads;
  work.backward = backward;
  return work;
}

AttentionWork serving(double batch, double queries, double keys, double heads, double kv_heads) {
  AttentionWork work;
  work.batch = batch;
  work.queries = queries;
  work.keys = keys;
  work.heads = heads;
  work.kv_heads = kv_heads;
  work.cached = true;
  return work;
}

// As FlashAttention's papers count: half the products where causal, 2.5 times backward.
double flops_per_second(const char* device, const AttentionWork& w) {
  const double flops = 4 * w.batch * w.heads * w.queries * w.keys * w.head_size *
                       (w.causal ? 0.5 : 1) * (w.backward ? 2.5 : 1);
  return flops / seconds(device, w);
}

double error(double ours, double measured) { return std::abs(ours / measured - 1); }

}  // namespace

// TritonBench, pull request 1267: H100, bf16, 4 sequences, 48 heads of 128, causal.
TEST_CASE("training attention on H100 takes as long as FlashAttention-3 was measured") {
  struct Row {
    double sequence, forward_us, backward_us, tolerance;
  };
  for (const Row& row : {Row{1024, 141.63, 709.66, 0.22}, Row{2048, 368.35, 1631.26, 0.10},
                         Row{4096, 1236.90, 4643.46, 0.10}, Row{8192, 4817.44, 15308.16, 0.10}}) {
    const double forward = seconds("h100_sxm", training(4, row.sequence, 48)) * 1e6;
    const double backward = seconds("h100_sxm", training(4, row.sequence, 48, true)) * 1e6;
    CAPTURE(row.sequence, forward, backward);
    CHECK(error(forward, row.forward_us) < row.tolerance);
    CHECK(error(backward, row.backward_us) < row.tolerance);
  }
}

// flash-attention, issue 1438: H100, bf16, one sequence of 32,768, 8 heads of 64, not causal.
TEST_CASE("narrow heads wait for exponentials") {
  AttentionWork work = training(1, 32768, 8);
  work.head_size = work.value_size = 64;
  work.causal = false;
  CHECK(error(seconds("h100_sxm", work), 4.27728e-3) < 0.10);
}

// FlashAttention-3, abstract: up to 740 TFLOP/s forward. FlashAttention-2, s4.1: up to 73 % of
// A100's 312 TFLOP/s forward and 63 % backward, more than half of it at long sequences.
TEST_CASE("long training sequences stay below the best that papers report, and near it") {
  const AttentionWork forward = training(1, 16384, 16);
  const AttentionWork backward = training(1, 16384, 16, true);
  const double h100 = flops_per_second("h100_sxm", forward);
  const double a100 = flops_per_second("a100_sxm", forward);
  const double a100_back = flops_per_second("a100_sxm", backward);
  CAPTURE(h100, a100, a100_back);
  CHECK(h100 < 740e12);
  CHECK(h100 > 600e12);
  CHECK(a100 < 0.73 * 312e12);
  CHECK(a100 > 0.55 * 312e12);
  CHECK(a100_back < 0.63 * 312e12);
  CHECK(a100_back > 0.50 * 312e12);
}

// flash-attention, pull request 2280: B200, bf16, 4 sequences of 8,192, 16 heads of 128.
TEST_CASE("training attention on B200 takes as long as FlashAttention-4 was measured") {
  AttentionWork work = training(4, 8192, 16);
  CHECK(error(seconds("b200_sxm", work), 0.775e-3) < 0.10);
  work.causal = false;
  CHECK(error(seconds("b200_sxm", work), 1.433e-3) < 0.10);
  work.backward = true;
  CHECK(error(seconds("b200_sxm", work), 4.043e-3) < 0.15);
  work.causal = true;
  CHECK(error(seconds("b200_sxm", work), 2.274e-3) < 0.15);
}

// Rows of ai-dynamo/aiconfigurator's systems data (vLLM).
TEST_CASE("serving attention takes as long as serving engines were measured") {
  struct Row {
    const char* device;
    AttentionWork work;
    double us;
  };
  for (const Row& row : {Row{"a100_sxm", serving(4, 16384, 16384, 64, 4), 97510},
                         Row{"a100_sxm", serving(1, 1024, 1024, 12, 2), 46.629},
                         Row{"a100_sxm", serving(8, 1, 4096, 32, 8), 107.64},
                         Row{"a100_sxm", serving(8, 1, 64, 16, 2), 18.7},
                         Row{"h100_sxm", serving(128, 128, 128, 8, 4), 148.63},
                         Row{"h100_sxm", serving(64, 256, 256, 40, 40), 579.3},
                         Row{"h100_sxm", serving(1, 16384, 16384, 96, 8), 10989},
                         Row{"h100_sxm", serving(2, 1536, 1536, 48, 8), 157.82},
                         Row{"h100_sxm", serving(128, 1, 16384, 4, 2), 686.31},
                         Row{"h100_sxm", serving(8, 1, 4096, 16, 4), 37.163},
                         Row{"h200_sxm", serving(32, 1, 32768, 12, 4), 496.79}}) {
    const double ours = seconds(row.device, row.work) * 1e6;
    CAPTURE(row.device, row.us, ours);
    CHECK(error(ours, row.us) < 0.16);
  }
}

// LLMServingSim's profile of vLLM on one RTX 4090, Llama-3.1-8B: 32 heads, 8 of keys.
TEST_CASE("attention on RTX 4090 takes as long as a serving engine was profiled") {
  struct Row {
    double batch, queries, keys, us;
  };
  for (const Row& row :
       {Row{1, 1, 16, 9.31}, Row{8, 1, 2048, 92.257}, Row{64, 1, 4096, 1184.96},
        Row{1, 64, 2112, 73.3413}, Row{1, 512, 8704, 536.58}, Row{1, 2048, 2304, 380.491}}) {
    const double ours = seconds("rtx4090", serving(row.batch, row.queries, row.keys, 32, 8)) * 1e6;
    CAPTURE(row.batch, row.queries, row.keys, row.us, ours);
    CHECK(error(ours, row.us) < 0.15);
  }
}

TEST_CASE("decoding with many keys takes the cache's bytes at four fifths of the bandwidth") {
  const AttentionWork work = serving(64, 1, 65536, 32, 8);
  const double bytes = 64.0 * 65536 * 8 * 2 * 128 * 2;
  const double ratio = seconds("h100_sxm", work) / (bytes / 3.352e12);
  CAPTURE(ratio);
  CHECK(ratio > 1.1);
  CHECK(ratio < 1.35);
}

TEST_CASE("queries that share keys are decoded at once") {
  const double one = seconds("h100_sxm", serving(32, 1, 8192, 8, 8));
  const double eight = seconds("h100_sxm", serving(32, 1, 8192, 64, 8));
  CHECK(eight < 1.1 * one);
}

TEST_CASE("one long sequence is decoded by all processors") {
  const double one = seconds("h100_sxm", serving(1, 1, 65536, 8, 1));
  const double many = seconds("h100_sxm", serving(32, 1, 65536, 8, 1));
  CHECK(one > 0.03 * many);
  CHECK(one < 0.10 * many);
}

TEST_CASE("attention never gets faster by more work") {
  for (const char* device : {"a100_sxm", "h100_sxm", "b200_sxm", "rtx4090", "tpu_v5p"}) {
    for (const double queries : {1.0, 512.0}) {
      double before = 0;
      for (double keys = 512; keys <= 131072; keys *= 2) {
        const double now = seconds(device, serving(8, queries, keys, 32, 8));
        CAPTURE(device, queries, keys);
        CHECK(now >= before);
        before = now;
      }
    }
  }
}

TEST_CASE("a window of keys bounds the time of a long sequence") {
  AttentionWork work = training(1, 65536, 32);
  const double all = seconds("h100_sxm", work);
  work.window = 4096;
  // Pairs of a query and a key: half a square against a band.
  const double pairs = 4096.0 / (65536.0 / 2);
  CHECK(error(seconds("h100_sxm", work) / all, pairs) < 0.12);
}

TEST_CASE("queries of the end of a sequence see all its keys") {
  AttentionWork tail = training(1, 32768, 32);
  tail.queries = 8192;
  AttentionWork whole = training(1, 32768, 32);
  // 8,192 x (24,576 + 4,096) pairs of 32,768 x 16,384.
  CHECK(error(seconds("h100_sxm", tail) / seconds("h100_sxm", whole), 0.4375) < 0.05);
}

TEST_CASE("a cache of one byte halves the bytes of decoding, and no more") {
  AttentionWork work = serving(64, 1, 32768, 32, 8);
  for (const char* device : {"b200_sxm", "l40s"}) {
    work.kv_type = workload::NumberType::bf16;
    const double bf16 = seconds(device, work);
    work.kv_type = workload::NumberType::fp8;
    CAPTURE(device);
    CHECK(error(seconds(device, work) / bf16, 0.5) < 0.05);
  }
}

// vLLM 0.24 on B200, ai-dynamo/aiconfigurator's systems data (Apache-2.0).
TEST_CASE("attention of B200 takes what an engine was measured to take") {
  const auto with = [](AttentionWork work, double head, bool fp8) {
    work.head_size = work.value_size = head;
    if (fp8) work.kv_type = workload::NumberType::fp8;
    return work;
  };
  const struct {
    AttentionWork work;
    double us;
  } rows[] = {
      {with(serving(16, 1536, 1536, 64, 8), 64, false), 631.1},
      {with(serving(128, 32, 32, 12, 2), 128, false), 50.0},
      {with(serving(4, 12288, 12288, 40, 2), 128, false), 4740.8},
      {with(serving(4, 10240, 10240, 24, 4), 64, true), 1650.5},
      {with(serving(4, 4096, 4096, 16, 8), 128, true), 358.4},
      {with(serving(64, 1, 4096, 12, 2), 128, false), 47.6},
      {with(serving(1, 1, 8192, 8, 4), 128, false), 11.3},
      {with(serving(256, 1, 512, 16, 4), 128, true), 31.5},
      {with(serving(32, 1, 4096, 12, 1), 64, true), 12.8},
  };
  for (const auto& row : rows) {
    const double ours = seconds("b200_sxm", row.work) * 1e6;
    CAPTURE(row.work.batch, row.work.queries, row.work.keys, row.us, ours);
    CHECK(error(ours, row.us) < 0.12);
  }
}

TEST_CASE("TensorRT-LLM decodes keys of one byte on Hopper at 0.7 of the memory's rate") {
  AttentionWork work = serving(256, 1, 8192, 8, 1);
  work.kv_type = workload::NumberType::fp8;
  const cost::Device h200 = *cost::shipped_device("h200_sxm");
  const auto by = [&](cost::Software software) {
    return cost::seconds_of(h200, work, {cost::Launch::streamed, software}).count();
  };
  const double bytes = 256.0 * 8192 * 2 * 128;
  CHECK(error(by(cost::Software::trtllm), bytes / (0.7 * 4.8e12)) < 0.15);
  CHECK(by(cost::Software::vllm) > 1.3 * by(cost::Software::trtllm));
}

TEST_CASE("attention of no queries takes no time") {
  AttentionWork work = training(1, 0, 32);
  CHECK(seconds("h100_sxm", work) == 0);
}
