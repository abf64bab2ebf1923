// SPDX-License-Identifier: Apache-2.0
// A server of one request at a time is a queue whose waits are known.
#include "property/serve/queue.hpp"

#include <catch2/catch.hpp>

namespace jacquard::serve {
namespace {

using tb::kStep;

// Pollaczek and Khinchine: rho E[S^2] / (2 E[S] (1 - rho)); rho S / (2 (1 - rho)) of equal
// services.
double known_wait(double load, const std::vector<int>& outputs) {
  double mean = 0;
  double square = 0;
  for (const int output : outputs) {
    mean += output / static_cast<double>(outputs.size());
    square += output * output / static_cast<double>(outputs.size());
  }
  return load * square / (2 * mean * (1 - load));
}

tb::Estimate waits(int arrivals, double load, const std::vector<int>& outputs) {
  std::vector<double> means;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    means.push_back(
        tb::mean_wait(tb::run(tb::one_by_one(), tb::poisson(arrivals, load, outputs, seed))));
  }
  return tb::estimate(means);
}

}  // namespace

TEST_CASE("D/D/1: below full load nobody waits, above it the k-th waits k times the lack") {
  for (const std::int64_t gap : {kStep.count(), kStep.count() + 1, 3 * kStep.count()}) {
    std::vector<Request> requests;
    for (int i = 0; i < 1000; ++i)
      requests.push_back(tb::request(i, base::Picoseconds{i * gap}, 1, 1));
    CHECK(tb::mean_wait(tb::run(tb::one_by_one(), requests)) == 0);
  }
  const std::int64_t lack = 1'000;
  std::vector<Request> requests;
  for (int i = 0; i < 1000; ++i) {
    requests.push_back(tb::request(i, base::Picoseconds{i * (kStep.count() - lack)}, 1, 1));
  }
  const ServerRun late = tb::run(tb::one_by_one(), requests);
  for (const RequestRecord& record : late.records) {
    CHECK((record.scheduled - record.arrival).count() == record.id * lack);
  }
}

TEST_CASE("every wait is Lindley's: what the one before left of it") {
  const std::vector<int> outputs = {1, 3, 20};
  const std::vector<Request> requests = tb::poisson(20'000, 0.9, outputs, 7);
  const ServerRun run = tb::run(tb::one_by_one(), requests);
  REQUIRE(run.records.size() == requests.size());
  base::Picoseconds free{0};
  std::size_t differ = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const base::Picoseconds begin = std::max(free, requests[i].arrival);
    free = begin + kStep * requests[i].output;
    const RequestRecord& record = run.records[i];
    const bool same = record.id == requests[i].id && record.scheduled == begin &&
                      record.first_token == begin + kStep && record.last_token == free;
    differ += same ? 0 : 1;
  }
  CHECK(differ == 0);
}

TEST_CASE("M/D/1: the mean wait is known within three standard errors") {
  for (const double load : {0.2, 0.5, 0.8}) {
    INFO("load " << load);
    const tb::Estimate wait = waits(10'000, load, {4});
    CHECK(wait.mean == Approx(known_wait(load, {4})).margin(3 * wait.error));
    CHECK(wait.error < 0.05 * wait.mean);
  }
}

TEST_CASE("M/G/1: the mean wait grows with the square of lengths") {
  const std::vector<int> outputs = {1, 1, 1, 13};
  const tb::Estimate wait = waits(10'000, 0.5, outputs);
  CHECK(wait.mean == Approx(known_wait(0.5, outputs)).margin(3 * wait.error));
  CHECK(wait.error < 0.05 * wait.mean);
}

TEST_CASE("M/D/1: a million arrivals wait as known within 1 %", "[full]") {
  for (const double load : {0.5, 0.8}) {
    INFO("load " << load);
    CHECK(waits(1'000'000, load, {1}).mean == Approx(known_wait(load, {1})).epsilon(0.01));
  }
}

}  // namespace jacquard::serve
