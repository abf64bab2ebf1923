// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/completion.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace {

std::string words_of(const CLI::App& app) {
  std::string words;
  for (const CLI::App* sub : app.get_subcommands({})) words += sub->get_name() + ' ';
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) words += "--" + name + ' ';
  }
  if (!words.empty()) words.pop_back();
  return words;
}

// A branch "verb) words ;;" of each command, its own commands ("gemm tune") before it.
std::string branches(const CLI::App& app, const std::string& before, const std::string& common) {
  std::string text;
  for (const CLI::App* sub : app.get_subcommands({})) {
    const std::string path = before.empty() ? sub->get_name() : before + " " + sub->get_name();
    const std::string words = words_of(*sub) + (common.empty() ? "" : " " + common);
    // What follows a study or the like may have the options of its verb too.
    text += branches(*sub, path, words_of(*sub));
    text += fmt::format("    '{}') words='{}' ;;\n", path, words);
  }
  return text;
}

constexpr const char* kBash = R"(# Completion of jacquard for bash: source it, or install it as
# share/bash-completion/completions/jacquard.
_jacquard() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} verb=${{COMP_WORDS[1]}} words=
  local path="$verb ${{COMP_WORDS[2]}}"
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '{0}' -- "$cur"))
    return
  fi
  case $path in
{1}    *) path= ;;
  esac
  [[ -n $path ]] || case $verb in
{2}  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- "$cur"))
}}
complete -o filenames -F _jacquard jacquard ./jacquard
)";

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
  std::string two_words, one_word;
  for (const CLI::App* sub : app.get_subcommands({})) {
    const std::string words = words_of(*sub);
    two_words += branches(*sub, sub->get_name(), words);
    one_word += fmt::format("    {}) words='{}' ;;\n", sub->get_name(), words);
  }
  if (shell == "bash") return fmt::format(kBash, words_of(app), two_words, one_word);
  if (shell != "zsh") {
    throw base::ConfigError({"--completion", "", "bash or zsh", "'" + shell + "'", ""});
  }
  std::string text = fmt::format(
      "#compdef jacquard\n"
      "# Completion of jacquard for zsh: install it as _jacquard in a folder of $fpath.\n"
      "local offered=\n"
      "if (( CURRENT == 2 )); then\n  compadd -- {}\n  return\nfi\n"
      "case \"$words[2] $words[3]\" in\n",
      words_of(app));
  const auto as_zsh = [](std::string branch) {
    for (std::size_t at = 0; (at = branch.find(") words='", at)) != std::string::npos; at += 10) {
      branch.replace(at, 9, ") offered='");
    }
    return branch;
  };
  text += as_zsh(two_words) + "    *) case $words[2] in\n" + as_zsh(one_word) +
          "    esac ;;\nesac\ncompadd -- ${=offered}\n[[ $PREFIX == -* ]] || _files\n";
  return text;
}

}  // namespace jacquard::cli
