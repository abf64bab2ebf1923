// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/check.hpp"

#include <catch2/catch.hpp>

using jacquard::demand::QuantaMatrix;
using jacquard::schedule::check;
using jacquard::schedule::kUnmatched;
using jacquard::schedule::Schedule;

namespace {

const QuantaMatrix kDemand(2, {3, 1, 1, 3});

}  // namespace

TEST_CASE("a schedule that serves everything is valid, with no idle or useless pair") {
  Schedule s(2);
  s.append({0, 1}, 3);
  s.append({1, 0}, 1);
  const auto verdict = check(kDemand, s);
  CHECK(verdict.valid);
  CHECK(verdict.fault.empty());
  CHECK(verdict.served_quanta == 8);
  CHECK(verdict.idle_quanta == 0);
  CHECK(verdict.useless_pairs == 0);
}

TEST_CASE("a hold beyond the residue idles, and an entry begun after it is useless") {
  Schedule s(2);
  s.append({0, 1}, 5);
  s.append({0, kUnmatched}, 1);
  s.append({1, 0}, 1);
  const auto verdict = check(kDemand, s);
  CHECK(verdict.valid);
  CHECK(verdict.idle_quanta == 2 + 2 + 1);
  CHECK(verdict.useless_pairs == 1);
}

TEST_CASE("a residue left at the end is named") {
  Schedule s(2);
  s.append({0, 1}, 3);
  const auto verdict = check(kDemand, s);
  CHECK_FALSE(verdict.valid);
  CHECK(verdict.fault == "1 quanta of (0, 1) are never served");
}

TEST_CASE("two rows on one column are no matching") {
  Schedule s(2);
  s.change(0, 1);
  s.change(1, 1);
  s.commit(4);
  const auto verdict = check(kDemand, s);
  CHECK_FALSE(verdict.valid);
  CHECK(verdict.fault == "entry 0: column 1 is set for rows 0 and 1");
}

TEST_CASE("two-hop traffic may leave an intermediate port only after it has arrived") {
  const QuantaMatrix demand(3, {0, 2, 0, 0, 0, 0, 0, 0, 0});
  Schedule fine(3);
  fine.append({2, kUnmatched, kUnmatched}, 2);
  fine.relay({0, 2, 1, 2});
  fine.append({kUnmatched, kUnmatched, 1}, 2);
  fine.relay({2, 1, 1, 2});
  const auto verdict = check(demand, fine);
  CHECK(verdict.valid);
  CHECK(verdict.served_quanta == 2);
  CHECK(verdict.relayed_quanta == 2);

  Schedule early(3);
  early.append({2, kUnmatched, 1}, 2);
  early.relay({0, 2, 1, 2});
  early.relay({2, 1, 1, 2});
  CHECK(check(demand, early).fault == "entry 0: port 2 sends 2 quanta for 1 and holds 0");
}
