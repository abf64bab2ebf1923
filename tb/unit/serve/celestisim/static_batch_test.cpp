// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/celestisim/static_batch.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/data_path.hpp"
#include "support/fault_of.hpp"

namespace jacquard::serve::celestisim {
namespace {

const config::Place kPlace{"--system", ""};

const workload::Model& llama() {
  static const workload::Model model = config::read_config(
      workload::model_fields(), base::data_path("configs/models/llama3-405b.json"));
  return model;
}

PaperSystem pfa(Preset preset, Generation generation = Generation::first, int xpus = 8) {
  return appliance(preset, generation, xpus, kPlace);
}

constexpr int kLengths[][2] = {{128, 128}, {128, 4096}, {4096, 128}, {4096, 4096}};

std::int64_t most(const PaperSystem& machine, const int (&lengths)[2], double share) {
  Rules rules;
  rules.memory = share;
  return largest_batch(llama(), machine, lengths[0], lengths[1], rules);
}

StaticAnswer answer(const PaperSystem& machine, std::int64_t requests, const int (&lengths)[2]) {
  return static_batch(llama(), machine, {requests, lengths[0], lengths[1]}, {}, kPlace);
}

double throughput_gain(const PaperSystem& pooled, const int (&lengths)[2],
                       std::int64_t batch = 4096) {
  const PaperSystem dgx = dgx_h100();
  const double before = answer(dgx, most(dgx, lengths, 0.9), lengths).tokens_per_s;
  return answer(pooled, batch, lengths).tokens_per_s / before;
}

double latency_gain(const PaperSystem& pooled, const int (&lengths)[2]) {
  return answer(dgx_h100(), 1, lengths).time().count() / answer(pooled, 1, lengths).time().count();
}

}  // namespace

TEST_CASE("weights and caches of Llama 3 405B are as the model's sizes say") {
  CHECK(weight_bytes(llama()).count() == 405'853'388'800);
  // 126 layers x 2 x 8 heads x 128 x 2 B.
  CHECK(kv_bytes_of_token(llama()).count() == 516'096);
}

TEST_CASE("the largest batches are what memory leaves beside the weights") {
  // floor((share x memory - weights) / (516,096 B x tokens)).
  const std::int64_t dgx[] = {1287, 78, 78, 40};
  const std::int64_t whole[] = {1772, 107, 107, 55};
  const std::int64_t pooled[] = {239131, 14492, 14492, 7472};
  for (int i = 0; i < 4; ++i) {
    CHECK(most(dgx_h100(), kLengths[i], 0.9) == dgx[i]);
    CHECK(most(dgx_h100(), kLengths[i], 1) == whole[i]);
    CHECK(most(pfa(Preset::paper), kLengths[i], 1) == pooled[i]);
  }
}

TEST_CASE("the paper's four numbers of Llama 3 405B come out within 2 %") {
  const int(&chat)[2] = kLengths[1];  // the lengths that the paper gives MFU for
  CHECK(answer(dgx_h100(), 78, chat).mfu == Approx(0.136).epsilon(0.02));
  CHECK(answer(pfa(Preset::paper), 4096, chat).mfu == Approx(0.497).epsilon(0.02));
  double throughput = 0;
  double latency = 0;
  for (const int(&lengths)[2] : kLengths) {
    throughput = std::max(throughput, throughput_gain(pfa(Preset::paper), lengths));
    latency = std::max(latency, latency_gain(pfa(Preset::paper), lengths));
  }
  CHECK(throughput == Approx(3.66).epsilon(0.02));
  CHECK(latency == Approx(1.40).epsilon(0.02));
}

TEST_CASE("what the paper says of fewer GPUs before the appliance holds by the rules") {
  // s6.2: a quarter of the compute is enough for better throughput where answers are long.
  CHECK(throughput_gain(pfa(Preset::paper, Generation::first, 2), kLengths[1]) > 1);
  CHECK(throughput_gain(pfa(Preset::paper, Generation::first, 2), kLengths[3]) > 1);
  // One GPU gains little on (4096, 128), where prefill dominates, and stays strong on the others.
  CHECK(latency_gain(pfa(Preset::paper, Generation::first, 1), kLengths[2]) < 1);
  CHECK(latency_gain(pfa(Preset::paper, Generation::first, 1), kLengths[0]) > 1.3);
  CHECK(latency_gain(pfa(Preset::paper, Generation::first, 1), kLengths[3]) > 1.3);
}

TEST_CASE("eight ports of the described appliance lose latency and gain less throughput") {
  const int(&chat)[2] = kLengths[1];
  // An independent calculation: .36 and 1.63 with ports of 900 GB/s, 1.46 and 3.76 with 3,600.
  PaperSystem first = pfa(Preset::described);
  CHECK(first.bandwidth.count() == Approx(8 * 886.15e9).epsilon(1e-4));
  CHECK(latency_gain(first, chat) == Approx(0.36).epsilon(0.03));
  first.cache = base::Bytes{0};
  CHECK(throughput_gain(first, chat) == Approx(1.63).epsilon(0.03));
  PaperSystem next = pfa(Preset::described, Generation::next);
  CHECK(latency_gain(next, chat) == Approx(1.46).epsilon(0.03));
  next.cache = base::Bytes{0};
  CHECK(throughput_gain(next, chat) == Approx(3.76).epsilon(0.03));
}

TEST_CASE("caches beyond the HBM of an appliance run at the speed of DDR") {
  const int(&chat)[2] = kLengths[1];
  PaperSystem all_hits = pfa(Preset::described);
  all_hits.cache = base::Bytes{0};
  // 405.9 GB of weights and 256 x 4,224 x 516,096 B = 558 GB fit into 1,237 GB; 4,096 requests not.
  CHECK(throughput_gain(pfa(Preset::described), chat, 256) == throughput_gain(all_hits, chat, 256));
  CHECK(throughput_gain(pfa(Preset::described), chat) < 0.99 * throughput_gain(all_hits, chat));
}

TEST_CASE("ports, memory and appliances grow with XPUs") {
  for (const int xpus : {2, 4, 8, 16, 32, 64}) {
    const PaperSystem m = pfa(Preset::described, Generation::first, xpus);
    const int appliances = (xpus + 15) / 16;
    CHECK(m.bandwidth.count() == Approx(xpus * 886.153846153e9));
    CHECK(m.memory.count() == appliances * 16 * (std::int64_t{2} << 40));
    CHECK(m.cache.count() == appliances * 1152 * (std::int64_t{1} << 30));
  }
  // HBM behind 64 modules carries less than 64 ports of the next generation.
  CHECK(pfa(Preset::described, Generation::next, 64).bandwidth.count() ==
        Approx(64 * 2113.51094017e9));
}

TEST_CASE("what the rules cannot answer is refused") {
  CHECK(tb::fault_of([] {
          answer(dgx_h100(), 79, kLengths[1]);
        }).rfind("--system: expected a batch of at most 78", 0) == 0);
  CHECK(tb::fault_of([] { pfa(Preset::paper, Generation::first, 65); }) ==
        "--system: expected 1..64 XPUs, found 65");
  CHECK(!tb::fault_of([] { pfa(Preset::paper, Generation::next); }).empty());
  workload::Model experts = llama();
  experts.experts.count = 8;
  CHECK(tb::fault_of([&] {
          static_batch(experts, dgx_h100(), {1, 1, 1}, {}, kPlace);
        }).rfind("--system: expected a dense transformer", 0) == 0);
}

}  // namespace jacquard::serve::celestisim
