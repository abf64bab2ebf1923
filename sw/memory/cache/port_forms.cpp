// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/cache/port_forms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "jacquard/base/error.hpp"

namespace jacquard::memory {

double needed_hit_rate(base::BytesPerSecond port, base::BytesPerSecond memory,
                       double amplification) {
  JQ_CHECK(port.count() > 0 && amplification > 0, "a port and a fetch have a size");
  return std::clamp(1 - memory / port / amplification, 0.0, 1.0);
}

base::BytesPerSecond carried_at(double hit_rate, base::BytesPerSecond port,
                                base::BytesPerSecond memory, double amplification) {
  const double fetched = (1 - hit_rate) * amplification;
  if (fetched * port.count() <= memory.count()) return port;
  return base::BytesPerSecond{memory.count() / fetched};
}

base::BytesPerSecond of_ports(int ports, base::BitsPerSecond each) {
  return base::BytesPerSecond{static_cast<double>(each.count()) / 8 * ports};
}

std::int64_t ports_for(base::BytesPerSecond total, base::BitsPerSecond each) {
  JQ_CHECK(each.count() > 0, "a port has a rate");
  const double ports = std::ceil(total.count() * 8 / static_cast<double>(each.count()));
  constexpr double most = 9e18;
  if (!(ports < most)) return std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(ports);
}

}  // namespace jacquard::memory
