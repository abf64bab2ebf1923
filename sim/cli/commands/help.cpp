// SPDX-License-Identifier: Apache-2.0
// jacquard help: what --help of a command shows; and the same for shells and for man.
#include <fmt/format.h>

#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/completion.hpp"
#include "sim/cli/manual.hpp"
#include "sim/cli/program.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::vector<std::string> verb;
  std::string completion;
  bool man = false;
};

int run_help(const Options& o, const Common& common) {
  if (!common.for_people()) {
    throw base::ConfigError({common.json ? "--json" : "--csv", "",
                             "nothing, as help is text; jacquard results schema and config schema "
                             "have keys as JSON",
                             "help", ""});
  }
  if (o.man || !o.completion.empty()) {
    const Program program({}, commands());
    if (o.man) {
      fmt::print("{}", manual(program.app()));
    } else {
      fmt::print("{}", completion(program.app(), o.completion));
    }
    return 0;
  }
  std::vector<std::string> words = o.verb;
  words.emplace_back("--help");
  return Program(words, commands()).parse().value_or(0);
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("VERB", o->verb, "A command, and what follows it: gemm tune");
  app.add_option("--completion", o->completion,
                 "Completion for a shell: bash or zsh, to be sourced or installed");
  app.add_flag("--man", o->man, "The manual page, for man -l -");
  return [o, &common] { return run_help(*o, common); };
}

}  // namespace

Command help_command() {
  return {"help",
          "What a command does, and its options",
          "  jacquard help\n"
          "  jacquard help gemm tune\n"
          "  source <(jacquard help --completion bash)\n",
          setup,
          false,
          false,
          [] { return std::vector<report::RowKind>(); }};
}

}  // namespace jacquard::cli
