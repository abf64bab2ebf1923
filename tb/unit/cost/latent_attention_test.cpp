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
