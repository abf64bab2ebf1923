// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/parse_error.hpp"

#include <fmt/format.h>

#include <algorithm>

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

std::vector<std::string> names_below(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* below : app.get_subcommands({})) names.push_back(below->get_name());
  return names;
}

// "--parallel tp=8" of "--tp 8", and "--parallel micro_batch=2" of "--mb 2", where a verb takes
// these together; "" of anything else.
std::string as_parallel(const std::string& name, const std::vector<std::string>& rest,
                        const std::vector<const CLI::App*>& path) {
  std::vector<std::pair<std::string, std::string>> keys = {
      {"mb", "micro_batch"}, {"micro-batch", "micro_batch"}, {"micro_batch", "micro_batch"}};
  for (const char* degree : {"dp", "tp", "pp", "cp", "sp", "ep", "zero"}) {
    keys.emplace_back(degree, degree);
  }
  const std::vector<std::string> options = option_names(path);
  const auto key = std::find_if(keys.begin(), keys.end(),
                                [&](const auto& one) { return name == "--" + one.first; });
  if (key == keys.end() ||
      std::find(options.begin(), options.end(), "--parallel") == options.end()) {
    return "";
  }
  const std::string& word = rest.front();
  const auto equals = word.find('=');
  const std::string value = equals != std::string::npos ? word.substr(equals + 1)
                            : rest.size() > 1           ? rest[1]
                                                        : "N";
  return "--parallel " + key->second + "=" + value;
}

// "--input-tokens" of "--in" and the like, where a verb has lengths of requests.
std::string as_length(const std::string& name, const std::vector<std::string>& options) {
  const auto is_any = [&](std::initializer_list<const char*> words) {
    return std::find(words.begin(), words.end(), name) != words.end();
  };
  const char* option = is_any({"--in", "--input", "--input-len", "--prompt"}) ? "--input-tokens"
                       : is_any({"--answer", "--output", "--output-len"})     ? "--output-tokens"
                                                                              : "";
  const bool has = std::find(options.begin(), options.end(), option) != options.end();
  return has ? option : "";
}

std::string unexpected(const std::vector<std::string>& rest,
                       const std::vector<const CLI::App*>& path) {
  const std::string& word = rest.front();
  const bool is_option = !word.empty() && word[0] == '-';
  const std::string name = is_option ? word.substr(0, word.find('=')) : word;
  std::string near = as_parallel(name, rest, path);
  if (near.empty()) near = as_length(name, option_names(path));
  if (near.empty()) {
    near = base::nearest(name, is_option ? option_names(path) : names_below(*path.back()));
  }
  return fmt::format("{} '{}'", is_option ? "unknown option" : "unexpected word", name) +
         (near.empty() ? "" : fmt::format(", did you mean '{}'?", near));
}

// CLI11 says "Could not convert: --ports = x"; what was expected is known from the option's type.
std::string not_converted(const std::string& message, const std::vector<const CLI::App*>& path) {
  if (const auto at = message.find(": At Most 1 required but received "); at != message.npos) {
    const std::string name = message.substr(0, at);
    bool has_word = false;
    for (const CLI::App* app : path) {
      const CLI::Option* option = app->get_option_no_throw(name);
      has_word = has_word || (option != nullptr && option->get_positional());
    }
    return fmt::format("{}: expected one value, found {}{}", name,
                       message.substr(message.rfind(' ') + 1),
                       has_word ? ", of which the first word may be one" : "");
  }
  const std::string opening = "Could not convert: ";
  const auto equals = message.find(" = ");
  if (message.compare(0, opening.size(), opening) != 0 || equals == std::string::npos) {
    return message;
  }
  const std::string name = message.substr(opening.size(), equals - opening.size());
  const std::string found = message.substr(equals + 3);
  std::string type;
  for (const CLI::App* app : path) {
    const CLI::Option* option = app->get_option_no_throw(name);
    if (option != nullptr) type = option->get_type_name();
  }
  const bool is_whole = type.rfind("INT", 0) == 0 || type.rfind("UINT", 0) == 0;
  const bool only_digits =
      found.find_first_not_of("0123456789", found[0] == '-' ? 1 : 0) == std::string::npos;
  const char* expected = is_whole && only_digits       ? "a smaller number"
                         : is_whole                    ? "a whole number"
                         : type.rfind("FLOAT", 0) == 0 ? "a number"
                                                       : "nothing, true or false";
  return fmt::format("{}: expected {}, found '{}'", name, expected, found);
}

}  // namespace

void check_verb(const CLI::App& app, int argc, const char* const* argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  const bool is_option = !word.empty() && word[0] == '-';
  if (is_option && app.get_option_no_throw(word) != nullptr) return;
  std::vector<std::string> known = names_below(app);
  if (std::find(known.begin(), known.end(), word) != known.end()) return;
  if (is_option) {
    for (const std::string& name : option_names({&app})) known.push_back(name);
  }
  base::throw_unknown_name("", is_option ? "a verb before any option of it" : "a verb", word,
                           known);
}

void refuse_empty_values(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word.rfind("--", 0) != 0 || word.find('=') != word.size() - 1) continue;
    throw base::ConfigError({word.substr(0, word.size() - 1), "", "a value after =", "none", ""});
  }
}

std::string explain(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<const CLI::App*> path = parsed_path(app);
  std::string command = "jacquard";
  for (std::size_t i = 1; i < path.size(); ++i) command += " " + path[i]->get_name();
  const std::vector<std::string> rest = app.remaining(true);
  const bool is_extra = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError);
  const std::string what =
      is_extra && !rest.empty() ? unexpected(rest, path) : not_converted(error.what(), path);
  return one_line(fmt::format("{}: {} (see {} --help)", command, what, command));
}

}  // namespace jacquard::cli
