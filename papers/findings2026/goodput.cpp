// SPDX-License-Identifier: Apache-2.0
#include "papers/findings2026/goodput.hpp"

#include <cmath>

#include "jacquard/base/rng.hpp"

namespace jacquard::studies::findings2026 {
namespace {

// Of a restart, its own failures included: the model's e^(R/M) is a mean over kinds of failures.
double restarts(const Failing& f) {
  return f.swapped * std::exp(f.swap / f.between) +
         (1 - f.swapped) * std::exp(f.restart / f.between);
}

double without_restarts(const Failing& f) {
  return f.interval / (f.between * std::expm1((f.interval + f.write) / f.between));
}

}  // namespace

double best_interval(double between, double write) { return std::sqrt(2 * between * write); }

double daly_goodput(const Failing& f) { return without_restarts(f) / restarts(f); }

double restart_for(double goodput, Failing f) {
  return f.between * std::log(without_restarts(f) / goodput);
}

double walked_goodput(const Failing& f, double work, std::uint64_t seed) {
  base::Rng failures(seed, "failures of a long run");
  base::Rng kinds(seed, "kinds of failures of a long run");
  const auto next = [&] { return -f.between * std::log1p(-failures.uniform()); };
  const double piece = f.interval + f.write;
  double time = 0, done = 0;
  double until_failure = next();
  while (done < work) {
    if (until_failure >= piece) {
      until_failure -= piece;
      time += piece;
      done += f.interval;
      continue;
    }
    time += until_failure;
    for (bool back = false; !back;) {
      const double restart = kinds.chance(f.swapped) ? f.swap : f.restart;
      until_failure = next();
      back = until_failure >= restart;
      time += back ? restart : until_failure;
      if (back) until_failure -= restart;
    }
  }
  return done / time;
}

}  // namespace jacquard::studies::findings2026
