// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/packing.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/workload/model_parameters.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::workload;

namespace {

double squares(const std::vector<Packed>& all) {
  return std::accumulate(all.begin(), all.end(), 0.0,
                         [](double sum, const Packed& p) { return sum + p.squares; });
}

Deal deal_of(int replicas, int micro_batches, int sequence = 4096) {
  return {replicas, 1, micro_batches, 1, 1, sequence};
}

// Of attention's products, all passes of the first stage.
double attention_flops(const StepRequest& r) {
  const StepProgram program = training_program(r);
  double all = 0;
  for (const StepOp& op : program.classes[0].ops) {
    if (op.kind != OpKind::compute || op.label != OpLabel::attention) continue;
    const ComputeWork& work = base::at(program.works, op.work);
    if (std::holds_alternative<AttentionWork>(work)) all += amounts_of(work).flops;
  }
  return all;
}

}  // namespace

TEST_CASE("Documents that fit go into the first sequence with room, longer ones are cut") {
  const auto all = pack({600, 700, 300, 400, 1500}, Packing::first_fit, 1000, 3);
  REQUIRE(all.size() == 4);
  CHECK(all[0].tokens == 900);  // 600, 300
  CHECK(all[0].squares == 600 * 600 + 300 * 300);
  CHECK(all[1].tokens == 700);
  CHECK(all[2].tokens == 900);  // 400, and what is left of 1,500
  CHECK(all[2].squares == 400 * 400 + 500 * 500);
  CHECK(all[3].tokens == 1000);
}

TEST_CASE("Documents one behind the other fill every sequence, and are cut at its end") {
  const auto all = pack({600, 700, 300, 400, 1500}, Packing::cut, 1000, 3);
  REQUIRE(all.size() == 4);
  CHECK(all[0].squares == 600 * 600 + 400 * 400);
  CHECK(all[1].squares == 300 * 300 + 300 * 300 + 400 * 400);
  CHECK(all[2].squares == 1000 * 1000);
  CHECK(all[3].tokens == 500);
}

TEST_CASE("Documents as long as sequences have the squares of sequences, halves have half") {
  CHECK(squares(pack({1024}, Packing::first_fit, 1024, 8)) == 8.0 * 1024 * 1024);
  CHECK(squares(pack({512}, Packing::first_fit, 1024, 8)) == 8.0 * 1024 * 512);
  CHECK(squares(pack({512}, Packing::cut, 1024, 8)) == 8.0 * 1024 * 512);
}

TEST_CASE(
    "The slowest replica decides, with all of its micro-batches and its longest once a stage") {
  std::vector<Packed> all(4);
  const double tokens[] = {1000, 400, 500, 700};  // squares / 1,000
  for (std::size_t i = 0; i < 4; ++i) all[i] = {1000 * tokens[i], 1000, 1, tokens[i]};
  // Micro-batches of replica 0: 1,000 and 500; of replica 1: 400 and 700.
  Deal two{2, 1, 2, 1, 1, 1000};
  CHECK(deal(all, two).slowest == std::vector<double>{1000, 500});
  CHECK(deal(all, two).mean == 650);
  CHECK(deal(all, two).imbalance == Approx(750.0 / 650));
  // 1,000 and 500 against 800 and 800: more in all, but the longest goes through every stage.
  const std::vector<Packed> close = {
      all[0], {800'000, 1000, 1, 800}, all[2], {800'000, 1000, 1, 800}};
  CHECK(deal(close, two).slowest == std::vector<double>{800, 800});
  two.stages = 2;
  CHECK(deal(close, two).slowest == std::vector<double>{1000, 500});
  // Parts that exchange tokens in each layer wait for the longest of them.
  const Deal parts{1, 2, 2, 1, 1, 1000};
  CHECK(deal(all, parts).slowest == std::vector<double>{1000, 700});
}

// E[l^2] / E[l] of a log-normal distribution is its mean times e^(sigma^2).
TEST_CASE("Drawn documents have a log-normal distribution's mean square, whatever the seed") {
  DocumentLengths lengths;
  lengths.mean = 500;
  lengths.sigma = 0.6;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const PackedStep step = packed_step(lengths, deal_of(64, 16, 32768), seed, {"lengths", ""});
    CHECK(step.mean / step.filled == Approx(500 * std::exp(0.36)).epsilon(0.03));
    CHECK(step.filled > 0.98);
    CHECK(step.imbalance >= 1);
    CHECK(step.slowest.size() == 16);
  }
  CHECK(packed_step(lengths, deal_of(4, 4), 1, {}).slowest ==
        packed_step(lengths, deal_of(4, 4), 1, {}).slowest);
  CHECK(packed_step(lengths, deal_of(4, 4), 1, {}).slowest !=
        packed_step(lengths, deal_of(4, 4), 2, {}).slowest);
}

TEST_CASE("Attention of packed documents costs the sum of squares, and products what they did") {
  StepRequest r = tb::request_of("llama3-8b", 2, "micro_batch=1", 3);
  const double whole = attention_flops(r);
  const double sequence = r.tokens();
  r.packed = {sequence, sequence / 2, sequence / 8};
  r.packed_mean = sequence * (1 + 0.5 + 0.125) / 3;
  // A query meets itself too: pairs are L (L + 1) / 2.
  CHECK(attention_flops(r) == Approx(whole * (1 + 0.5 + 0.125) / 3).epsilon(3 / sequence));
  const double products = 6 * 3 * sequence * matmul_parameters(r.model);
  const StepRequest plain = tb::request_of("llama3-8b", 2, "micro_batch=1", 3);
  CHECK(training_program(r).model_flops - products ==
        Approx((training_program(plain).model_flops - products) * (1 + 0.5 + 0.125) / 3));
}

TEST_CASE("A file of lengths is read line by line, and a line that is none is named") {
  const tb::Folder folder;
  DocumentLengths lengths;
  lengths.file = folder.file("lengths.txt", "# tokens\n1024\n3072\n");
  const PackedStep step = packed_step(lengths, deal_of(1, 4), 1, {"lengths", ""});
  CHECK(step.filled == 1);
  CHECK(step.mean == (1024.0 * 1024 + 3072.0 * 3072) / 4096);
  lengths.file = folder.file("bad.txt", "1024\nmany\n");
  CHECK_THAT(tb::fault_of([&] { packed_step(lengths, deal_of(1, 4), 1, {}); }),
             Catch::Contains("bad.txt") && Catch::Contains("2") && Catch::Contains("many"));
}
