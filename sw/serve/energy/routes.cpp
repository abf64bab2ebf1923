// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/energy/routes.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::serve::energy {
namespace {

constexpr int kTray = 8;
constexpr int kRack = 64;

base::Joules pj(double value) { return base::Joules{value * 1e-12}; }

Routes of_parts(double inside, double adapter, double a_switch) {
  return {pj(inside), pj(2 * adapter + a_switch), pj(2 * adapter + 3 * a_switch)};
}

}  // namespace

Routes electrical_routes(Preset preset) {
  return preset == Preset::paper ? of_parts(50, 65, 35) : of_parts(50, 21, 25);
}

Routes photonic_routes(Preset preset) {
  if (preset == Preset::paper) return {pj(10), pj(30), pj(50)};
  constexpr double kLink = 3.1;
  constexpr double kSwitch = 8.8;
  return {pj(kLink), pj(kLink + kSwitch), pj(2 * kLink + 3 * kSwitch)};
}

base::Joules mean_route(const Routes& routes, int gpus) {
  JQ_CHECK(gpus >= 2, "a route has two ends");
  const int tray = std::min(gpus, kTray) - 1;
  const int rack = std::clamp(gpus, kTray, kRack) - kTray;
  const int beyond = std::max(gpus - kRack, 0);
  return (routes.tray * tray + routes.rack * rack + routes.beyond * beyond) * (1.0 / (gpus - 1));
}

}  // namespace jacquard::serve::energy
