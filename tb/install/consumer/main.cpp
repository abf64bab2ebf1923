// SPDX-License-Identifier: Apache-2.0
// What a user of the installed libraries writes: decomposes a 4 x 4 demand through public headers.
#include <cstdio>

#include "jacquard/base/version.hpp"
#include "jacquard/demand/quanta_matrix.hpp"
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
  const bool valid = schedule::check(demand, made).valid;
  report::Result result("consumer", 1, nullptr);
  result.add(row_metrics()({made.slots(), valid}));
  std::fputs(result.json().c_str(), stdout);
  return valid && made.slots() == 10 ? 0 : 1;
}
