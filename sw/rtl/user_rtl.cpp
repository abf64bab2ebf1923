// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/user_rtl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
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

constexpr int kMostMoves = 64;  // of a library's file to the front: packages may need each other
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

namespace {

// The module or package that the tool says nothing has; "" if that is not what it says.
std::string lacking_file(const std::string& output) {
  const std::pair<const char*, const char*> said[] = {
      {"Cannot find file containing module: '", "'"},
      {"Cannot find file containing interface: '", "'"},
      {"Package/class '", "' not found"},
      {"Can't find definition of scope/variable: '", "'"}};
  for (const auto& [before, after] : said) {
    const std::size_t at = output.find(before);
    if (at == output.npos) continue;
    const std::size_t from = at + std::string(before).size(), to = output.find(after, from);
    if (to != output.npos) return output.substr(from, to - from);
  }
  return "";
}

// The file of that name in the library's folders, "" if there is none.
std::string library_file(const UserRtl& rtl, const std::string& name) {
  Words endings = rtl.library_endings;
  if (endings.empty()) endings = {".sv", ".v"};
  for (const std::string& folder : rtl.library_folders) {
    for (const std::string& ending : endings) {
      const std::string path = (fs::path(folder) / (name + ending)).string();
      std::error_code ignored;
      if (fs::is_regular_file(path, ignored)) return path;
    }
  }
  return "";
}

struct Tried {
  tool::ProcessResult said;
  Words words;
  std::string text;
  const Dump* dump = &kXml;
};

// Elaborates, without the wished parameters that the module does not have.
Tried try_elaboration(const UserRtl& rtl, const std::vector<std::pair<std::string, int>>& wished,
                      const std::string& folder) {
  Tried tried;
  tried.words = parameter_words(rtl, wished);
  tried.text = preprocessed(rtl);
  base::write_file(folder + "/design.sv", tried.text);
  tried.said = run_elaboration(rtl, tried.words, *tried.dump, folder);
  if (!knows(*tried.dump, tried.said)) {
    tried.dump = &kJson;
    tried.said = run_elaboration(rtl, tried.words, *tried.dump, folder);
    if (!knows(*tried.dump, tried.said)) refuse_version();
  }
  const Words lacking = not_found(tried.said.output);
  if (tried.said.exit_code == 0 || lacking.empty()) return tried;
  for (std::size_t w = 0; w < wished.size(); ++w) {
    const std::string& name = wished[w].first;
    if (std::find(lacking.begin(), lacking.end(), name) != lacking.end()) tried.words[w].clear();
  }
  tried.words.erase(std::remove(tried.words.begin(), tried.words.end(), ""), tried.words.end());
  tried.said = run_elaboration(rtl, tried.words, *tried.dump, folder);
  return tried;
}

}  // namespace

Elaborated elaborate(const UserRtl& given, const std::vector<std::pair<std::string, int>>& wished) {
  UserRtl rtl = given;
  for (std::string& file : rtl.files) file = base::as_given_or_shipped(file);
  for (std::string& folder : rtl.include_folders) folder = base::as_given_or_shipped(folder);
  tool::require_program("verilator", "verilator");
  const tool::TemporaryFolder folder;
  Tried tried = try_elaboration(rtl, wished, folder.path());
  std::map<std::string, int> moved;
  while (tried.said.exit_code != 0) {
    const std::string file = library_file(rtl, lacking_file(tried.said.output));
    if (file.empty() || ++moved[file] > kMostMoves) {
      throw base::ConfigError({"--rtl", "",
                               "Verilog that elaborates with the top module " + rtl.top, "",
                               complaint_in(tried.said.output)});
    }
    // A package is to be read before its users, also those that were found after it.
    rtl.files.erase(std::remove(rtl.files.begin(), rtl.files.end(), file), rtl.files.end());
    rtl.files.insert(rtl.files.begin(), file);
    tried = try_elaboration(rtl, wished, folder.path());
  }
  Elaborated result;
  result.spec.top = rtl.top;
  result.spec.from_user = true;
  result.spec.text = tried.text;
  result.spec.words = tried.words;
  result.interface = tried.dump->read(base::read_file(folder.path() + "/" + tried.dump->file));
  return result;
}

}  // namespace jacquard::rtl
