// SPDX-License-Identifier: Apache-2.0
// How far our answers were from measured loops like the one that is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/serve/deployment.hpp"

namespace jacquard::serve {

// "dense", "experts", "latent" (experts behind latent attention), or "wide": experts in 32 parts or
// more.
std::string type_of(const Deployment& deployment);

// Of one quantity, over the measured loops of a system, a type and an engine.
struct MeasuredErrors {
  std::string system;
  std::string type;
  std::string backend;
  std::string quantity;  // "ttft" or "tpot"
  std::int64_t rows = 0;
  double p90 = 0;  // of ten rows nine err by at most this share
  int most_npus = 0;
};
// A table as `validate serving --summary --csv` prints it; rows of instances apart and of
// throughputs are passed over. Throws ConfigError for one that is none.
std::vector<MeasuredErrors> read_measured_errors(const std::string& path);
// The one that ships: configs/measured/serving_errors.csv.
const std::vector<MeasuredErrors>& shipped_errors();

// What is said beside an answer. `rows` 0: no loop like it was measured, and `why` says so.
struct Trust {
  std::int64_t rows = 0;
  double ttft = 0;  // within this share
  double tpot = 0;
  std::string why;

  std::string text() const;
};
// `unlike`: what no measured loop did, as "instances apart"; else "".
Trust trust_in(const Deployment& deployment, const std::string& unlike,
               const std::vector<MeasuredErrors>& errors);

}  // namespace jacquard::serve
