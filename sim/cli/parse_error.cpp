// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/parse_error.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {
namespace {

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return text;
}

// The apps that were parsed, from `app` down: a verb, and a study below it.
std::vector<const CLI::App*> parsed_path(const CLI::App& app) {
  std::vector<const CLI::App*> path{&app};
  while (!path.back()->get_subcommands().empty()) {
    path.push_back(path.back()->get_subcommands().front());
  }
  return path;
}

std::vector<std::string> option_names(const std::vector<const CLI::App*>& path) {
  std::vector<std::string> names;
  for (const CLI::App* app : path) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

std::string unexpected(const std::string& word, const std::vector<const CLI::App*>& path) {
  if (word.empty() || word[0] != '-') return fmt::format("unexpected word '{}'", word);
  const std::string name = word.substr(0, word.find('='));
  const std::string near = base::nearest(name, option_names(path));
  return fmt::format("unknown option '{}'", name) +
         (near.empty() ? "" : fmt::format(", did you mean '{}'?", near));
}

}  // namespace

void check_verb(const CLI::App& app, int argc, const char* const* argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (!word.empty() && word[0] == '-') return;
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app.get_subcommands({})) verbs.push_back(verb->get_name());
  for (const std::string& verb : verbs) {
    if (word == verb) return;
  }
  base::throw_unknown_name("", "a verb", word, verbs);
}

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<const CLI::App*> path = parsed_path(app);
  std::string command = "jacquard";
  for (std::size_t i = 1; i < path.size(); ++i) command += " " + path[i]->get_name();
  const std::vector<std::string> rest = app.remaining(true);
  const bool is_extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  const std::string what =
      is_extra && !rest.empty() ? unexpected(rest.front(), path) : error.what();
  return one_line(fmt::format("{}: {} (see {} --help)", command, what, command));
}

}  // namespace jacquard::cli
