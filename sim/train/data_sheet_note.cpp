// SPDX-License-Identifier: Apache-2.0
#include "sim/train/data_sheet_note.hpp"

#include <spdlog/spdlog.h>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/data_sheet.hpp"

namespace jacquard::train {

void say_data_sheet(const char* verb, const cost::Device& device) {
  const std::string words = cost::words_of_data_sheet(device);
  if (!words.empty()) spdlog::info("{}: {}", verb, words);
}

// A device that cannot be read is refused where it is used, at its own key.
void say_data_sheet(const char* verb, const std::string& device) {
  if (device.empty()) return;
  try {
    say_data_sheet(verb, cost::device_of(device, {"npu", "/device"}));
  } catch (const base::ConfigError&) {
    return;
  }
}

}  // namespace jacquard::train
