// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/arguments.hpp"

namespace jacquard::cli {

struct ScheduleOptions {
  std::string demand;
  std::string index = "0";
  std::string scheduler = "all";
  std::string save;
  std::string demand_out;
  std::string check;
  std::string outside;
  double patience_s = 60;
  bool list = false;
  Option scheduler_given;
  Option outside_given;
  Option patience_given;
};

}  // namespace jacquard::cli
