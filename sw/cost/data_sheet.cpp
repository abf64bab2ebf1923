// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/data_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "jacquard/cost/gemm_constants.hpp"

namespace jacquard::cost {
namespace {

constexpr const char* kMeasured[] = {"ampere", "ada", "hopper", "blackwell", "blackwell_rtx"};

int percent_of_peak(const std::string& architecture, double achieved = 0) {
  Device device;
  device.architecture = architecture;
  device.achieved = achieved;
  return static_cast<int>(gemm_constants(device).peak_share * 100 + 0.5);
}

}  // namespace

std::string words_of_data_sheet(const Device& device) {
  const std::string& own = device.architecture;
  if (std::find(std::begin(kMeasured), std::end(kMeasured), own) != std::end(kMeasured)) return "";
  return fmt::format(
      "{} has no measured law: large products take {} % of its data sheet's peak, where A100's "
      "reach {} % and H100's {} %; times may err by as much",
      device.name.empty() ? "the device" : device.name, percent_of_peak(own, device.achieved),
      percent_of_peak("ampere"), percent_of_peak("hopper"));
}

}  // namespace jacquard::cost
