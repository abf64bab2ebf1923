// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/user_rtl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "jacquard/tool/temporary_folder.hpp"

namespace jacquard::rtl {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;

constexpr std::size_t kLargestSource = std::size_t{64} << 20;
const Words kQuiet{"-Wno-fatal", "-Wno-lint", "-Wno-style", "--no-timing"};

std::string folder_of(const std::string& file) {
  const std::string folder = fs::path(file).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Everything as one text, with the names and lines of where it came from: it is the key of the
// model, and what is built, whatever happens to the files meanwhile.
std::string preprocessed(const UserRtl& rtl) {
  Words words{"verilator", "-E"};
  words.insert(words.end(), kQuiet.begin(), kQuiet.end());
  for (const char* about : {"REDEFMACRO", "INCABSPATH", "DEPRECATED"}) {
    words.push_back(std::string("-Wno-") + about);  // would stand in the text
  }
  for (const std::string& file : rtl.files) words.push_back("+incdir+" + folder_of(file));
  for (const std::string& folder : rtl.include_folders) words.push_back("+incdir+" + folder);
  for (const std::string& define : rtl.defines) words.push_back("+define+" + define);
  for (const std::string& file : rtl.files) {
    std::error_code ignored;
    if (std::filesystem::is_fifo(file, ignored)) {
      throw base::ConfigError({file, "", "a file", "a pipe, which may never end", ""});
    }
    base::read_file(file, kLargestSource);  // says it if it is missing, a directory, or too large
    words.push_back(fs::path(file).is_relative() ? "./" + file : file);
  }
  const tool::ProcessResult result = tool::run_process(words);
  if (result.exit_code == 0) return result.output;
  throw base::ConfigError(
      {"--rtl", "", "Verilog that Verilator preprocesses", "", complaint_in(result.output)});
}

// The names in "Parameters from the command line were not found in the design: A B".
Words not_found(const std::string& output) {
  constexpr const char* said = "were not found in the design:";
  const std::size_t at = output.find(said);
  if (at == output.npos) return {};
  std::istringstream names(output.substr(at + std::string(said).size()));
  std::string line, name;
  std::getline(names, line);
  std::istringstream of_line(line);
  Words all;
  while (of_line >> name) all.push_back(name);
  return all;
}

// How Verilator is asked to write a design down: versions to 5.044, and later ones.
struct Dump {
  Words options;
  std::string file;
  Interface (*read)(std::string_view text);
};
const Dump kXml{{"--xml-only", "--xml-output", "design.xml"}, "design.xml", read_interface};
const Dump kJson{{"--json-only", "--json-only-output", "design.json", "--json-only-meta-output",
                  "design.meta.json"},
                 "design.json",
                 read_interface_json};

tool::ProcessResult run_elaboration(const UserRtl& rtl, const Words& words, const Dump& dump,
                                    const std::string& folder) {
  Words command{"verilator"};
  command.insert(command.end(), dump.options.begin(), dump.options.end());
  command.insert(command.end(), {"--top-module", rtl.top});
  command.insert(command.end(), kQuiet.begin(), kQuiet.end());
  command.insert(command.end(), words.begin(), words.end());
  command.push_back("design.sv");
  return tool::run_process(command, folder);
}

bool knows(const Dump& dump, const tool::ProcessResult& said) {
  return said.exit_code == 0 ||
         said.output.find("Invalid option: " + dump.options.front()) == said.output.npos;
}

[[noreturn]] void refuse_version() {
  throw base::ConfigError({"PATH", "", "a Verilator that writes designs down",
                           "one that knows neither --xml-only nor --json-only",
                           "versions to 5.044 have the one, later ones the other"});
}

Words parameter_words(const UserRtl& rtl, const std::vector<std::pair<std::string, int>>& wished) {
  Words words;
  for (const auto& [name, value] : wished) words.push_back(fmt::format("-G{}={}", name, value));
  for (const std::string& given : rtl.parameters) {
    const std::string name = given.substr(0, given.find('='));
    if (name.empty() || name == given) {
      throw base::ConfigError({"--param", "", "NAME=VALUE", "'" + given + "'", ""});
    }
    for (const auto& [taken, value] : wished) {
      if (taken != name) continue;
      throw base::ConfigError({"--param", "", "a parameter that no option of ours sets", name,
                               fmt::format("it is {} here", value)});
    }
    words.push_back("-G" + given);
  }
  return words;
}

}  // namespace

Elaborated elaborate(const UserRtl& given, const std::vector<std::pair<std::string, int>>& wished) {
  UserRtl rtl = given;
  for (std::string& file : rtl.files) file = base::as_given_or_shipped(file);
  for (std::string& folder : rtl.include_folders) folder = base::as_given_or_shipped(folder);
  tool::require_program("verilator", "verilator");
  Words words = parameter_words(rtl, wished);
  Elaborated result;
  result.spec.top = rtl.top;
  result.spec.from_user = true;
  result.spec.text = preprocessed(rtl);
  const tool::TemporaryFolder folder;
  base::write_file(folder.path() + "/design.sv", result.spec.text);
  const Dump* dump = &kXml;
  tool::ProcessResult said = run_elaboration(rtl, words, *dump, folder.path());
  if (!knows(*dump, said)) {
    dump = &kJson;
    said = run_elaboration(rtl, words, *dump, folder.path());
    if (!knows(*dump, said)) refuse_version();
  }
  const Words lacking = not_found(said.output);
  if (said.exit_code != 0 && !lacking.empty()) {
    for (std::size_t w = 0; w < wished.size(); ++w) {
      const std::string& name = wished[w].first;
      if (std::find(lacking.begin(), lacking.end(), name) != lacking.end()) words[w].clear();
    }
    words.erase(std::remove(words.begin(), words.end(), ""), words.end());
    said = run_elaboration(rtl, words, *dump, folder.path());
  }
  if (said.exit_code != 0) {
    throw base::ConfigError({"--rtl", "", "Verilog that elaborates with the top module " + rtl.top,
                             "", complaint_in(said.output)});
  }
  result.spec.words = words;
  result.interface = dump->read(base::read_file(folder.path() + "/" + dump->file));
  return result;
}

}  // namespace jacquard::rtl
