// SPDX-License-Identifier: Apache-2.0
// What a user of the installed libraries writes: decomposes a 4 x 4 demand through public headers.
#include <cstdio>

#include "jacquard/base/version.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/result.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/scheduler.hpp"

int main() {
  using namespace jacquard;
  // Every line sums to 10, so an exact decomposition takes 10 slots.
  const demand::QuantaMatrix demand(4, {4, 3, 2, 1,  //
                                        1, 4, 3, 2,  //
                                        2, 1, 4, 3,  //
                                        3, 2, 1, 4});
  const schedule::Schedule made = schedule::find_scheduler("exact").run(demand, {});
  struct Made {
    std::int64_t slots;
    bool valid;
  };
  using M = report::Metric<Made>;
  const report::MetricTable<Made> metrics(
      "", "A schedule.",
      {M("slots", report::Unit::slots, &Made::slots, "Slots in which a setting is held."),
       M("valid", report::Unit::flag, &Made::valid, "The checker's verdict.")});
  const bool valid = schedule::check(demand, made).valid;
  report::Result result("consumer", 1, nullptr);
  result.add(metrics({made.slots(), valid}));
  std::fputs(result.json().c_str(), stdout);
  return valid && made.slots() == 10 ? 0 : 1;
}
