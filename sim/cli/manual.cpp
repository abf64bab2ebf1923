// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/manual.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "jacquard/base/version.hpp"
#include "sim/cli/help_format.hpp"

namespace jacquard::cli {
namespace {

// Text that no line of which man takes for a request, and whose dashes are dashes.
std::string roff(const std::string& text) {
  std::string out;
  bool at_begin = true;
  for (const char c : text) {
    if (at_begin && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    at_begin = c == '\n';
  }
  return out;
}

std::string options_of(const CLI::App& app, bool common) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if ((option->get_group() == kCommonGroup) != common) continue;
    std::string names = option->get_name(option->get_positional(), true);
    names = names.substr(0, names.find('{'));
    text += ".TP\n.B " + roff(names) + "\n" + roff(option->get_description()) + "\n";
  }
  return text;
}

void add_commands(const CLI::App& app, const std::string& before, std::string& text) {
  for (const CLI::App* sub : app.get_subcommands({})) {
    const std::string name = before + sub->get_name();
    text +=
        ".SS " + roff(name) + "\n" + roff(sub->get_description()) + ".\n" + options_of(*sub, false);
    std::istringstream footer(sub->get_footer());
    text += ".PP\n.nf\n";
    for (std::string line; std::getline(footer, line);) text += roff(line) + "\n";
    text += ".fi\n";
    add_commands(*sub, name + " ", text);
  }
}

}  // namespace

std::string manual(const CLI::App& app) {
  std::string text = fmt::format(
      ".TH JACQUARD 1 \"\" \"jacquard {}\" \"User Commands\"\n.SH NAME\njacquard \\- {}\n"
      ".SH SYNOPSIS\n.B jacquard\n.I COMMAND\n[\\fIINPUT\\fR] [\\fIOPTIONS\\fR]\n"
      ".SH DESCRIPTION\nEvery command prints tables for people, or one JSON object with "
      "\\fB\\-\\-json\\fR. Configurations are given by name, by path, or key by key.\n"
      ".SH EXIT STATUS\n0 done, 1 a check did not hold, 2 a mistake in the input, 3 a fault of the "
      "program.\n",
      base::kVersion, roff("hardware-scheduler co-design for AI clusters"));
  text += ".SH OPTIONS OF EVERY COMMAND\n" + options_of(*app.get_subcommands({}).front(), true);
  text += ".SH COMMANDS\n";
  add_commands(app, "", text);
  return text +
         ".SH SEE ALSO\nThe pages in share/doc/jacquard/docs; \\fBjacquard results schema\\fR "
         "and \\fBjacquard config schema\\fR for keys.\n";
}

}  // namespace jacquard::cli
