// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/device_spelling.hpp"

#include <fmt/format.h>

#include "jacquard/base/drop_end.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::cost {
namespace {

// Takes a memory size off the end: 80 of "a100-80gb".
std::optional<int> drop_memory(std::string& word) {
  const std::size_t mark = word.find_last_of("-_ ");
  if (mark == std::string::npos || mark == 0) return std::nullopt;
  std::string size = word.substr(mark + 1);
  if (!base::drop_end(size, "gb")) return std::nullopt;
  const auto gigabytes = base::parse_number<int>(size);
  if (gigabytes) word.resize(mark);
  return gigabytes;
}

// nvidia-smi's totals are up to an eighth above what makers print.
bool is_about(base::Bytes memory, int gigabytes) {
  const double found = static_cast<double>(memory.count()) / 1e9;
  return found > 0.95 * gigabytes && found < 1.125 * gigabytes;
}

}  // namespace

std::optional<std::string> device_in_any_spelling(const std::string& word) {
  std::string name = word;
  const std::optional<int> gigabytes = drop_memory(name);
  const std::string sized = fmt::format("{}_sxm_{}gb", name, gigabytes.value_or(0));
  for (const std::string& written : {word, sized, name}) {
    const std::string wanted = workload::letters_and_digits(written);
    for (const std::string& shipped : config::shipped_configs("devices")) {
      const std::string known = workload::letters_and_digits(shipped);
      if (known != wanted && known != wanted + "sxm" && known + "sxm" != wanted) continue;
      if (written != name || !gigabytes || is_about(shipped_device(shipped)->memory, *gigabytes)) {
        return shipped;
      }
    }
  }
  if (shipped_device(word)) return word;
  return std::nullopt;
}

}  // namespace jacquard::cost
