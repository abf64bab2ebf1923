// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {

Option& Option::capture_default_str() {
  option_->capture_default_str();
  return *this;
}

Option& Option::delimiter(char between) {
  option_->delimiter(between);
  return *this;
}

template <class T>
Option& Option::within(T lowest, T highest) {
  option_->check(CLI::Range(lowest, highest));
  option_->check([](const std::string& text) {  // nan is beyond neither bound
    return std::isnan(std::strtod(text.c_str(), nullptr)) ? "Value " + text + " is no number" : "";
  });
  return *this;
}

Option& Option::check(const std::function<std::string(const std::string&)>& fault) {
  option_->check(fault);
  return *this;
}

bool Option::given() const { return option_ != nullptr && option_->count() != 0; }

void Option::only_if(bool applies, const std::string& why) const {
  if (applies || !given()) return;
  throw base::ConfigError(
      {option_->get_name(), "", "nothing, as " + why, option_->as<std::string>(), ""});
}

template <class T>
Option Arguments::add_option(const std::string& names, T& value, const std::string& help) {
  return Option(app_.add_option(names, value, help));
}

template <class T>
Option Arguments::add_flag(const std::string& names, T& value, const std::string& help) {
  return Option(app_.add_flag(names, value, help));
}

void Arguments::alone(const Option& option) {
  const std::vector<std::string> everywhere = {"help",      "json",    "csv", "quiet",
                                               "no-timing", "threads", "seed"};
  for (CLI::Option* other : app_.get_options()) {
    const std::string name = other->get_name();
    const auto is_other = [&](const std::string& one) { return name == "--" + one; };
    if (other == option.option_ || std::any_of(everywhere.begin(), everywhere.end(), is_other))
      continue;
    option.option_->excludes(other);
  }
}

void Arguments::allow_one_subcommand() { app_.require_subcommand(0, 1); }

void Arguments::add_subcommand(const Command& command, const Common& common,
                               const std::function<void(const std::function<int()>&)>& chosen) {
  CLI::App* sub = app_.add_subcommand(command.name, command.summary);
  sub->fallthrough();  // --json and its like may follow the subcommand
  sub->footer(std::string("Examples:\n") + command.examples);
  if (parts_ != nullptr) parts_->emplace_back(sub, command);
  Arguments arguments(*sub, parts_);
  const auto run = command.setup(arguments, common);
  sub->callback([chosen, run, &common, command] {
    if (common.sweep.empty()) refuse_unused(command, common);
    chosen(run);
  });
}

template Option& Option::within(int, int);
template Option& Option::within(std::int64_t, std::int64_t);
template Option& Option::within(double, double);

template Option Arguments::add_option(const std::string&, int&, const std::string&);
template Option Arguments::add_option(const std::string&, std::int64_t&, const std::string&);
template Option Arguments::add_option(const std::string&, double&, const std::string&);
template Option Arguments::add_option(const std::string&, std::string&, const std::string&);
template Option Arguments::add_option(const std::string&, std::optional<int>&, const std::string&);
template Option Arguments::add_option(const std::string&, std::optional<std::int64_t>&,
                                      const std::string&);
template Option Arguments::add_option(const std::string&, std::vector<int>&, const std::string&);
template Option Arguments::add_option(const std::string&, std::vector<double>&, const std::string&);
template Option Arguments::add_option(const std::string&, std::vector<std::string>&,
                                      const std::string&);

template Option Arguments::add_flag(const std::string&, bool&, const std::string&);
template Option Arguments::add_flag(const std::string&, std::string&, const std::string&);

}  // namespace jacquard::cli
