// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/help_format.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "sim/tool/terminal.hpp"

namespace jacquard::cli {
namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kColumn = 30;  // where meanings begin

// Words of `text` in lines of at most `width`, which begin at `from`.
std::string wrapped(const std::string& text, std::size_t from, std::size_t width) {
  std::string out;
  std::size_t at = from;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (at > from && at + 1 + word.size() > width) {
      out += "\n" + std::string(from, ' ');
      at = from;
    }
    if (at > from) {
      out += ' ';
      ++at;
    }
    out += word;
    at += word.size();
  }
  return out;
}

class HelpFormat : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
#if CLI11_VERSION_MAJOR > 2 || (CLI11_VERSION_MAJOR == 2 && CLI11_VERSION_MINOR >= 5)
    if (mode == CLI::AppFormatMode::Sub) return make_expanded(app, mode);
#else
    if (mode == CLI::AppFormatMode::Sub) return make_expanded(app);
#endif
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
           groups_of(*app) + make_subcommands(app, mode) + "\n" + make_footer(app);
  }

  std::string make_description(const CLI::App* app) const override {
    return wrapped(app->get_description(), 0, static_cast<std::size_t>(help_width())) + "\n";
  }

  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string left(kIndent, ' ');
    left += is_positional ? option->get_name(true) : names_of(*option);
    const std::string type = option->get_type_name();
    if (!is_positional && option->get_items_expected_max() > 0 && !type.empty()) {
      left += " " + type.substr(0, type.find(':'));
    }
    return entry(left, option->get_description());
  }

  std::string make_subcommand(const CLI::App* sub) const override {
    return entry(std::string(kIndent, ' ') + sub->get_name(), sub->get_description());
  }

 private:
  // What every command has comes last.
  std::string groups_of(const CLI::App& app) const {
    std::vector<std::string> groups = app.get_groups();
    std::stable_partition(groups.begin(), groups.end(),
                          [](const std::string& group) { return group != kCommonGroup; });
    std::string out;
    for (const std::string& group : groups) {
      const auto options = app.get_options([&](const CLI::Option* option) {
        return option->get_group() == group && option->nonpositional() && !group.empty();
      });
      if (!options.empty()) out += make_group(group, false, options);
    }
    return out;
  }

  // Without what CLI11 adds to the names of a switch: "--no-fill{false}".
  static std::string names_of(const CLI::Option& option) {
    std::string names = option.get_name(false, true);
    for (std::size_t at = 0; (at = names.find('{')) != std::string::npos;) {
      names.erase(at, names.find('}', at) - at + 1);
    }
    return names;
  }

  static std::string entry(const std::string& left, const std::string& meaning) {
    const auto width = static_cast<std::size_t>(help_width());
    const bool fits = left.size() + 2 <= kColumn;
    std::string line =
        left + (fits ? std::string(kColumn - left.size(), ' ') : "\n" + std::string(kColumn, ' '));
    return line + wrapped(meaning, kColumn, width) + "\n";
  }
};

}  // namespace

int help_width() {
  constexpr int kUsual = 80, kLeast = 60, kMost = 120;
  return std::clamp(tool::terminal_width(kUsual), kLeast, kMost);
}

std::shared_ptr<CLI::FormatterBase> help_format() { return std::make_shared<HelpFormat>(); }

}  // namespace jacquard::cli
