// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/sentences.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::serve;
using Catch::Contains;

TEST_CASE("An answer says the limits as they were given, and who assumed them") {
  CHECK(words_of(parse_slo("ttft=2 s,tpot=50 ms,p=0.95")) ==
        "TTFT <= 2 s and TPOT <= 50 ms for 95 % of requests");
  CHECK(words_of(parse_slo("e2e=1500 ms")) == "end to end <= 1.5 s for 90 % of requests");
  const Slo slo = parse_slo("ttft=500 us,p=0.99");
  CapacityRow row;
  row.model = "m";
  row.system = "s";
  row.layout = "1xtp8";
  row.knee = 8;
  row.rate = 7;
  CHECK(sentence_of(row, slo) ==
        "m on s as 1xtp8 serves 7 requests/s with TTFT <= 500 us for 99 % of requests; beyond "
        "8 requests/s the queue grows.");
  row.assumed = true;
  CHECK_THAT(sentence_of(row, slo), Contains("requests (assumed limits);"));
  row.rate = std::nullopt;
  row.at.ttft.p50 = 2e9;
  CHECK_THAT(sentence_of(row, slo), Contains("at no rate: a request alone takes 2.00 ms to the "
                                             "first token;"));
}

TEST_CASE("Rows of another precision have a front of their own") {
  std::vector<BatchAnswer> answers(3);
  for (BatchAnswer& answer : answers) {
    answer.row = BatchRow{};
    answer.row->npus = 1;
    answer.row->output = 1;
    answer.row->batch = 1;
    answer.row->precision = "bf16";
  }
  answers[0].row->time = answers[0].row->tpot = base::Picoseconds{1000};
  answers[1].row->time = answers[1].row->tpot = base::Picoseconds{2000};  // beaten by the first
  answers[2].row->time = answers[2].row->tpot = base::Picoseconds{100};
  answers[2].row->precision = "fp8";
  mark_front(answers);
  CHECK(answers[0].row->pareto == true);
  CHECK(answers[1].row->pareto == false);
  CHECK(answers[2].row->pareto == true);
  answers[2].row->precision = "bf16";
  mark_front(answers);
  CHECK(answers[0].row->pareto == false);
}
