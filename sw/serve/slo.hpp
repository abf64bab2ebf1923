// SPDX-License-Identifier: Apache-2.0
// What users of a service are promised.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/serve/request.hpp"

namespace jacquard::serve {

// A request is good if it keeps all limits that are given; the service is if `share` of them are.
struct Slo {
  std::optional<base::Picoseconds> ttft;
  std::optional<base::Picoseconds> tpot;
  std::optional<base::Picoseconds> e2e;
  double share = 0.9;

  bool kept_by(const RequestRecord& record) const;
  // Share of the records that keep it, 1 of none.
  double kept(const std::vector<RequestRecord>& records) const;
};

// "ttft=2 s,tpot=50 ms,e2e=60 s,p=0.9": at least one limit. Throws ConfigError at --slo.
Slo parse_slo(const std::string& text);

}  // namespace jacquard::serve
