// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/fabric/fabric_run.hpp"

namespace jacquard::tb {

// A report made by hand, with all that one can have: two circuit fabrics and a packet switch on one
// matrix of `ports` ports, 40 matrices each; `swept` names the key of a sweep over four points, ""
// for none.
report::FabricReport hand_made_report(int ports, const std::string& swept);

}  // namespace jacquard::tb
