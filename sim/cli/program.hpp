// SPDX-License-Identifier: Apache-2.0
// One command line: parsed, then run.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/command.hpp"

namespace CLI {
class App;
}

namespace jacquard::cli {

// What is wrong with a command line, as one line.
struct UsageError {
  std::string line;
};

class Program {
 public:
  // `words` without the program's own name. `verbs` must outlive this. Only the verb that `words`
  // begin with has its options, and all of them where there are no words.
  Program(std::vector<std::string> words, base::Span<const Command> verbs,
          std::function<void(const report::Result&)> sink = {});
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  // The exit code where --help or --version has answered already. Throws UsageError, or ConfigError
  // for a value that is none.
  std::optional<int> parse();
  int act() const { return action_(); }

  const Common& common() const { return common_; }
  const CLI::App& app() const;
  // Of the parsed line: the verb, or what stands below it (a study, or the like).
  const Command& command() const;
  std::vector<std::string> option_names() const;  // without dashes
  // What help says of an option, named without dashes; "" for none.
  std::string help_of(const std::string& name) const;
  // The word without dashes that `key` names in any case, such as MODEL; "" for none.
  std::string positional_of(const std::string& key) const;
  // The verbs that have their options, and what stands below them.
  const Arguments::Parts& parts() const { return parts_; }

 private:
  Common common_;
  base::Span<const Command> verbs_;
  std::unique_ptr<CLI::App> app_;
  Arguments::Parts parts_;
  std::function<int()> action_;
};

}  // namespace jacquard::cli
