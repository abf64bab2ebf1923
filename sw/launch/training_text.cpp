// SPDX-License-Identifier: Apache-2.0
// Settings as options, a script, YAML and TOML.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/interop/recipes/shell.hpp"
#include "jacquard/launch/training.hpp"

namespace jacquard::launch {
namespace {

using config::Json;

std::string text_of(const Json& value) {
  if (!value.is_array())
    return value.is_string() ? interop::recipes::shell_word(value.get<std::string>())
                             : value.dump();
  std::string text;
  for (const Json& one : value) text += (text.empty() ? "" : " ") + text_of(one);
  return text;
}

// The program, then each option with its value.
std::vector<std::string> options_of(const Training& t) {
  const bool titan = t.framework == Framework::torchtitan;
  std::vector<std::string> parts = {fmt::format("torchrun --nnodes {} --nproc_per_node {} {}",
                                                t.nodes, t.npus_of_node,
                                                titan ? "-m torchtitan.train" : "pretrain_gpt.py")};
  for (const auto& [path, value] : t.settings) {
    std::string option = path;
    if (!titan) std::replace(option.begin(), option.end(), '_', '-');
    parts.push_back("--" + option + (value == true ? "" : " " + text_of(value)));
  }
  return parts;
}

}  // namespace

std::string Training::line() const { return fmt::format("{}", fmt::join(options_of(*this), " ")); }

const char* Training::file_name() const {
  constexpr const char* kNames[] = {"launch.sh", "launch.yaml", "launch.toml"};
  return kNames[static_cast<std::size_t>(framework)];
}

std::string Training::file() const {
  if (framework == Framework::megatron) {
    return fmt::format("{}\n", fmt::join(options_of(*this), " \\\n    "));
  }
  const bool toml = framework == Framework::torchtitan;
  std::string text;
  std::vector<std::string> done;
  for (const auto& [path, unused] : settings) {
    const std::string section = path.substr(0, path.find('.'));
    if (std::find(done.begin(), done.end(), section) != done.end()) continue;
    text += fmt::format(toml ? "{}[{}]\n" : "{}{}:\n", done.empty() || !toml ? "" : "\n", section);
    done.push_back(section);
    for (const auto& [other, value] : settings) {
      if (other.rfind(section + ".", 0) != 0) continue;
      text += fmt::format(toml ? "{} = {}\n" : "  {}: {}\n", other.substr(section.size() + 1),
                          value.dump());
    }
  }
  return text;
}

}  // namespace jacquard::launch
