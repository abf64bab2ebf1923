// SPDX-License-Identifier: Apache-2.0
#include "cli/tree.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <sstream>

#include "jacquard/base/file.hpp"

namespace jacquard::tb {
namespace fs = std::filesystem;
namespace {

// In the order of use: each folder may include those before it.
const std::map<std::string, std::vector<std::string>> kFolders = {
    {"sw", {"base",     "config", "tool",     "memory",  "topology",   "demand",  "rounds",
            "schedule", "advise", "workload", "machine", "collective", "cost",    "systems",
            "gemm",     "engine", "serve",    "plan",    "stack",      "interop", "launch",
            "astra",    "report", "rtl",      "search"}},
    {"systemc",
     {"kernel", "trace", "arbiter", "control", "fabric", "circuit", "frames", "rotor", "packet",
      "rounds", "memory", "npu", "photonic", "stack",
      // models of what a user asks for
      "engines", "experiment", "jobs", "collective", "gemm", "machine", "train", "plan", "serve"}},
    {"sim",
     {"mpi", "tool", "verify", "synth", "advise", "experiment", "collective", "gemm", "genstack",
      "train", "explain", "plan", "serve", "ladder", "platform", "search", "validate", "bench",
      "view", "cli"}}};
const std::vector<std::string> kRoots = {"sw",   "systemc", "sim",   "papers", "tb",  "rtl",
                                         "docs", "cmake",   "tools", "python", ".ci", "configs", "web"};
// What is built on what is left of it.
const std::vector<std::string> kBuilt = {"sw", "systemc", "sim", "papers", "support"};
constexpr int kMostLines = 600;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) parts.push_back(part);
  return parts;
}

bool ends_with_one_of(const std::string& path, const std::vector<std::string>& ends) {
  return std::any_of(ends.begin(), ends.end(), [&](const std::string& end) {
    return path.size() >= end.size() &&
           path.compare(path.size() - end.size(), end.size(), end) == 0;
  });
}

bool is_source(const std::string& path) {
  return ends_with_one_of(path, {".cpp", ".hpp", ".sv", ".svh", ".v", ".sh", ".py", "/run"}) ||
         path == "jacquard";
}

// Place in the order of use; the number of folders if there is no such folder.
std::size_t rank(const std::string& root, const std::string& folder) {
  const std::vector<std::string>& folders = kFolders.at(root);
  return static_cast<std::size_t>(std::find(folders.begin(), folders.end(), folder) -
                                  folders.begin());
}

// Of a file below a folder of a root whose folders have an order.
bool has_rank(const std::vector<std::string>& path) {
  return path.size() > 2 && kFolders.count(path[0]) > 0;
}

bool is_unknown(const std::vector<std::string>& path) {
  return has_rank(path) && rank(path[0], path[1]) == kFolders.at(path[0]).size();
}

// Options, tables and printing of verbs.
bool is_of_verbs(const std::vector<std::string>& path) {
  if (path.size() < 3) return path.front() == "sim";  // the programs
  return (path[0] == "sim" && path[1] == "cli") || (path[0] == "papers" && path[1] == "verbs");
}

// A part of the simulated machine, of which verbs know the nouns alone.
bool is_a_part(const std::vector<std::string>& path) {
  return path[0] == "systemc" && has_rank(path) &&
         rank("systemc", path[1]) < rank("systemc", "engines") &&
         !ends_with_one_of(path.back(), {"_config.hpp"});
}

// What shows answers to people. Models may say which figures there are, and what a fabric did.
bool is_printing(const std::vector<std::string>& path) {
  return path[0] == "sw" && path.at(1) == "report" &&
         !ends_with_one_of(path.back(), {"metric_table.hpp", "fabric_run.hpp"});
}

// Why a file below `from` must not include `what`; "" if it may.
std::string objection(const std::vector<std::string>& from, const std::string& what) {
  std::vector<std::string> to = split(what, '/');
  if (to.front() == "jacquard") to.front() = "sw";
  const std::string root = to.front();
  const auto height = [](const std::string& r) {
    return std::find(kBuilt.begin(), kBuilt.end(), r) - kBuilt.begin();
  };
  const bool is_built = std::find(kBuilt.begin(), kBuilt.end(), from[0]) != kBuilt.end();
  if (is_built && root == "CLI" && !is_of_verbs(from)) return "options are the verbs'";
  if (std::find(kBuilt.begin(), kBuilt.end(), root) == kBuilt.end()) return "";
  if (is_built && is_unknown(to)) return "no such folder of " + root + "/";
  if (is_built && height(root) > height(from[0])) return root + "/ is built on " + from[0] + "/";
  if (from[0] == root && has_rank(from) && has_rank(to) &&
      rank(root, to[1]) > rank(root, from[1])) {
    return to[1] + " is built on " + from[1];
  }
  if (is_built && is_of_verbs(to) && !is_of_verbs(from)) return "models know no verb";
  if (is_built && is_of_verbs(from) && is_a_part(to)) return "verbs know no part of a machine";
  if (from[0] == "systemc" && is_printing(to)) return "models print nothing";
  return "";
}

}  // namespace

std::vector<TreeFile> read_tree(const std::string& root) {
  std::vector<TreeFile> files;
  const auto add = [&](const fs::path& path) {
    const std::string relative = path.lexically_relative(root).generic_string();
    for (const char* of_others : {"configs/traces/", "tb/fuzz/corpus/"}) {
      if (relative.rfind(of_others, 0) == 0) return;
    }
    for (const char* made_by_pip : {"python/build/", "python/jacquard.egg-info/"}) {
      if (relative.rfind(made_by_pip, 0) == 0) return;
    }
    files.push_back({relative, base::read_file(path.string())});
  };
  for (const std::string& folder : kRoots) {
    if (!fs::exists(fs::path(root) / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(root) / folder)) {
      if (entry.is_regular_file()) add(entry.path());
    }
  }
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.is_regular_file() && entry.path().filename() != ".git") add(entry.path());
  }
  return files;
}

std::vector<std::string> wrong_includes(const std::vector<TreeFile>& files) {
  static const std::regex include(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
  std::vector<std::string> faults;
  for (const TreeFile& file : files) {
    const std::vector<std::string> from = split(file.path, '/');
    if (!ends_with_one_of(file.path, {".cpp", ".hpp"})) continue;
    if (is_unknown(from)) {
      faults.push_back(file.path + ": no such folder of " + from[0] + "/");
      continue;
    }
    for (const std::string& line : split(file.text, '\n')) {
      std::smatch found;
      if (!std::regex_search(line, found, include)) continue;
      const std::string why = objection(from, found[1]);
      if (!why.empty())
        faults.push_back(file.path + ": includes " + found[1].str() + ", but " + why);
    }
  }
  return faults;
}

std::vector<std::string> without_spdx(const std::vector<TreeFile>& files) {
  std::vector<std::string> faults;
  for (const TreeFile& file : files) {
    if (!is_source(file.path)) continue;
    const std::vector<std::string> lines = split(file.text, '\n');
    const std::size_t at = !lines.empty() && lines[0].rfind("#!", 0) == 0 ? 1 : 0;
    if (lines.size() <= at ||
        lines[at].find("SPDX-License-Identifier: Apache-2.0") == std::string::npos) {
      faults.push_back(file.path + ": does not begin with the SPDX line");
    }
  }
  return faults;
}

std::vector<std::string> too_long(const std::vector<TreeFile>& files) {
  std::vector<std::string> faults;
  for (const TreeFile& file : files) {
    const auto lines = std::count(file.text.begin(), file.text.end(), '\n');
    if (is_source(file.path) && lines > kMostLines) {
      faults.push_back(file.path + ": " + std::to_string(lines) + " lines");
    }
  }
  return faults;
}

std::vector<std::string> classes_of_one_name(const std::vector<TreeFile>& files) {
  static const std::regex name_space(R"(^namespace (jacquard[A-Za-z0-9_:]*) \{)");
  static const std::regex definition(R"(^(?:class|struct) (\w+)(?: final)?(?: :.*| \{.*|$))");
  std::map<std::string, std::string> known;
  std::vector<std::string> faults;
  for (const TreeFile& file : files) {
    if (!ends_with_one_of(file.path, {".hpp"})) continue;
    std::string inside;
    for (const std::string& line : split(file.text, '\n')) {
      std::smatch found;
      if (std::regex_search(line, found, name_space)) inside = found[1];
      if (!std::regex_search(line, found, definition)) continue;
      const std::string name = inside + "::" + found[1].str();
      const auto [first, is_new] = known.emplace(name, file.path);
      if (!is_new) faults.push_back(file.path + ": " + name + " is in " + first->second + " too");
    }
  }
  return faults;
}

std::vector<std::string> undocumented_ports(const std::vector<TreeFile>& files) {
  static const std::regex opening(R"(^\s*module\b)");
  static const std::regex port(R"(^\s*(input|output|inout|parameter)\b)");
  static const std::regex another(R"(,.*\w)");  // two on a line share a comment
  static const std::regex comment(R"(^\s*///\s*\S)");
  std::vector<std::string> faults;
  for (const TreeFile& file : files) {
    if (file.path.rfind("rtl/", 0) != 0 || !ends_with_one_of(file.path, {".sv"})) continue;
    bool in_header = false;
    std::string above;
    for (const std::string& line : split(file.text, '\n')) {
      if (std::regex_search(line, opening)) in_header = true;
      if (in_header && std::regex_search(line, port) &&
          (!std::regex_search(above, comment) || std::regex_search(line, another))) {
        faults.push_back(file.path + ":" + line);
      }
      if (line.find(");") != std::string::npos) in_header = false;
      above = line;
    }
  }
  return faults;
}

std::vector<std::string> machine_paths(const std::vector<TreeFile>& files) {
  static const std::regex machine(R"((^|[\s"'(=:])/(home|root|work|Users|mnt)/)");
  std::vector<std::string> faults;
  for (const TreeFile& file : files) {
    int number = 0;
    for (const std::string& line : split(file.text, '\n')) {
      ++number;
      if (std::regex_search(line, machine)) {
        faults.push_back(file.path + ":" + std::to_string(number) + ": " + line.substr(0, 80));
      }
    }
  }
  return faults;
}

}  // namespace jacquard::tb
