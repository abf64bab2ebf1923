// SPDX-License-Identifier: Apache-2.0
// What a verb takes from its command line. CLI11 stays behind it: a source that includes CLI11
// alone takes a compiler four seconds.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace jacquard::cli {

struct Command;
struct Common;

// A handle of one option; it lives as long as its App.
class Option {
 public:
  Option() = default;  // of none: it is never given
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& capture_default_str();        // --help shows the value it has now
  Option& delimiter(char between);      // one word may hold several values
  template <class T>                    // int, std::int64_t or double
  Option& within(T lowest, T highest);  // anything else is refused
  // `fault` gives what is wrong with a word, or "".
  Option& check(const std::function<std::string(const std::string&)>& fault);
  bool given() const;
  // Throws ConfigError if it is given and does not apply: "expected nothing, as <why>".
  void only_if(bool applies, const std::string& why) const;

 private:
  friend class Arguments;
  CLI::Option* option_ = nullptr;
};

// `names` as CLI11 has them: "--ports", "-f,--filelist", or "NAME" for a word without dashes. The
// values are written when the line is parsed, so they must live until then.
class Arguments {
 public:
  // Commands with their apps. `parts` collects those that are added below, and outlives this.
  using Parts = std::vector<std::pair<const CLI::App*, Command>>;
  explicit Arguments(CLI::App& app, Parts* parts = nullptr) : app_(app), parts_(parts) {}

  // T: int, std::int64_t, optional or not; double, std::string; a vector of int, double or
  // std::string.
  template <class T>
  Option add_option(const std::string& names, T& value, const std::string& help);
  // T: bool, or std::string for a switch that may be given a value.
  template <class T>
  Option add_flag(const std::string& names, T& value, const std::string& help);

  // None of the options added before, nor --out or --set, may stand beside this one.
  void alone(const Option& option);

  // At most one of the commands added below may follow. `chosen` is given what that one is to run.
  void allow_one_subcommand();
  void add_subcommand(const Command& command, const Common& common,
                      const std::function<void(const std::function<int()>&)>& chosen);

 private:
  CLI::App& app_;
  Parts* parts_;
};

}  // namespace jacquard::cli
