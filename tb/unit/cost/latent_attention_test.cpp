// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/latent_attention.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/cost/duration.hpp"

using namespace jacquard;
using workload::LatentAttentionWork;
using workload::NumberType;

namespace {

// DeepSeek-V3's sizes.
LatentAttentionWork absorbed(double batch, double queries, double keys, double heads,
                             NumberType kv_type = NumberType::bf16) {
  LatentAttentionWork work;
  work.batch = batch;
  work.queries = queries;
  work.keys = keys;
  work.heads = heads;
  work.decode = true;
  work.kv_type = kv_type;
  return work;
}

double seconds(const LatentAttentionWork& work, const char* device = "h200_sxm") {
  return cost::seconds_of(*cost::shipped_device(device), work).count();
}

double error(double ours, double measured) { return std::abs(ours / measured - 1); }

}  // namespace

// Rows of ai-dynamo/aiconfigurator's systems data (SGLang).
TEST_CASE("latent attention takes as long as a serving engine was measured") {
  struct Row {
    LatentAttentionWork work;
    double us;
  };
  constexpr NumberType kFp8 = NumberType::fp8;
  for (const Row& row :
       {Row{absorbed(1, 32768, 32768, 32), 61554}, Row{absorbed(16, 1024, 1024, 8), 327.2},
        Row{absorbed(1, 32768, 32768, 64, kFp8), 117890}, Row{absorbed(256, 1, 4096, 2), 295.8},
        Row{absorbed(512, 1, 16384, 128), 4173.8}, Row{absorbed(8, 1, 32768, 16, kFp8), 536.2},
        Row{absorbed(64, 1, 131072, 2, kFp8), 16013}}) {
    const double ours = seconds(row.work) * 1e6;
    CAPTURE(row.work.batch, row.work.queries, row.work.keys, row.us, ours);
    CHECK(error(ours, row.us) < 0.15);
  }
}

// SGLang 0.5.14 on B200, likewise.
TEST_CASE("latent attention of B200 takes what an engine was measured to take") {
  const auto prefill = [](double batch, double queries, double heads, NumberType kv_type) {
    LatentAttentionWork work = absorbed(batch, queries, queries, heads, kv_type);
    work.decode = false;
    return work;
  };
  constexpr NumberType kBf16 = NumberType::bf16;
  constexpr NumberType kFp8 = NumberType::fp8;
  const struct {
    LatentAttentionWork work;
    double us;
  } rows[] = {
      {prefill(8, 6144, 32, kBf16), 2566},       {prefill(128, 32, 16, kBf16), 63.9},
      {prefill(1, 8192, 32, kBf16), 564.9},      {prefill(64, 256, 16, kFp8), 149.6},
      {prefill(4, 10240, 64, kFp8), 5658},       {absorbed(128, 1, 4096, 8), 121.4},
      {absorbed(1024, 1, 4, 1), 47.3},           {absorbed(128, 1, 65536, 64), 1761.6},
      {absorbed(1024, 1, 2048, 4, kFp8), 193.5}, {absorbed(16, 1, 32768, 16, kFp8), 61.8},
      {absorbed(64, 1, 131072, 32), 2467},
  };
  for (const auto& row : rows) {
    const cost::Device b200 = *cost::shipped_device("b200_sxm");
    const cost::Conditions by_sglang{cost::Launch::streamed, cost::Software::sglang};
    const double ours = cost::seconds_of(b200, row.work, by_sglang).count() * 1e6;
    CAPTURE(row.work.batch, row.work.queries, row.work.keys, row.work.heads, row.us, ours);
    CHECK(error(ours, row.us) < 0.15);
  }
}

TEST_CASE("decoding with few heads reads the latent cache once") {
  const double bytes = 64.0 * 131072 * 576 * 2;
  const double ratio = seconds(absorbed(64, 1, 131072, 8)) / (bytes / 4.8e12);
  CAPTURE(ratio);
  CHECK(ratio > 1.05);
  CHECK(ratio < 1.30);
}

TEST_CASE("a prefill with expanded heads does less arithmetic than one with absorbed projections") {
  LatentAttentionWork work = absorbed(1, 32768, 32768, 128);
  const double wide = seconds(work);
  work.decode = false;
  // 192 + 128 values of a pair against 576 + 512.
  CHECK(wide / seconds(work) > 2.5);
  CHECK(wide / seconds(work) < 5.5);
}

TEST_CASE("a cache of one byte is turned to bf16 on Hopper, and halves the bytes on Blackwell") {
  const auto bf16 = absorbed(256, 1, 32768, 8);
  const auto fp8 = absorbed(256, 1, 32768, 8, NumberType::fp8);
  CHECK(seconds(fp8) > 3 * seconds(bf16));
  CHECK(seconds(fp8, "b200_sxm") < 0.6 * seconds(bf16, "b200_sxm"));
}
