// SPDX-License-Identifier: Apache-2.0
// Runs the commands of pages as a reader would, from a folder that has configs/ in it, and compares
// what they print with what the page shows. Usage: tb_docs PAGE... (short commands) or
// tb_docs --full PAGE... (the long ones).
#include <fmt/format.h>

#include <filesystem>

#include "docs/console.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "support/folder.hpp"
#include "support/source_tree.hpp"

namespace jacquard::tb {
namespace {

namespace fs = std::filesystem;

// One shell for a block, so that `cd` lasts; output and exit code of each command in files.
std::string script_of(const ConsoleBlock& block, const std::string& kept) {
  std::string script =
      "export PATH=\"$PWD/bin:$PATH\" PYTHONDONTWRITEBYTECODE=1 "
      "JACQUARD=\"$PWD/bin/jacquard\"\n";
  for (std::size_t c = 0; c < block.commands.size(); ++c) {
    script +=
        fmt::format("{{\n{}\n}} >'{}/out.{}' 2>'{}/err.{}' </dev/null\necho $? >'{}/code.{}'\n",
                    block.commands[c].shell, kept, c, kept, c, kept, c);
  }
  return script;
}

int run_block(const std::string& page, const ConsoleBlock& block, const Folder& folder) {
  const Folder kept;
  tool::run_process({"bash", "-c", script_of(block, kept.path(""))}, folder.path(""));
  int faults = 0;
  for (std::size_t c = 0; c < block.commands.size(); ++c) {
    const ConsoleCommand& command = block.commands[c];
    const auto said = [&](const char* what) {
      return base::read_file(kept.path(fmt::format("{}.{}", what, c)));
    };
    const std::string out = said("out"), err = said("err");
    const int expected = c + 1 == block.commands.size() ? block.exit_code : 0;
    std::string fault;
    if (std::stoi(said("code")) != expected) {
      fault = fmt::format("exit code {}, expected {}\n{}", std::stoi(said("code")), expected, err);
    } else if (!command.shown.empty() && !disagreement(command.shown, err + out).empty()) {
      fault = disagreement(command.shown, out);  // messages on stderr need not be shown
    }
    fmt::print("{}:{}: {}\n{}", page, command.line, fault.empty() ? "as shown" : "NOT as shown",
               fault.empty() ? "" : fault + "\n");
    faults += !fault.empty();
  }
  return faults;
}

int run_page(const std::string& page, bool full) {
  int faults = 0;
  const Folder folder;
  fs::copy(in_source_tree("configs"), folder.path("configs"), fs::copy_options::recursive);
  for (const char* code : {"tools", "python"}) {
    fs::create_directory_symlink(in_source_tree(code), folder.path(code));
  }
  fs::create_directory(folder.path("bin"));
  fs::create_symlink(JACQUARD_PROGRAM, folder.path("bin/jacquard"));
  fs::create_symlink(JACQUARD_PROGRAM, folder.path("jacquard"));
  // Debian's, for which Debian's python3-torch is, whatever other Python comes first on PATH.
  if (fs::exists("/usr/bin/python3")) {
    fs::create_symlink("/usr/bin/python3", folder.path("bin/python3"));
  }
  for (const ConsoleBlock& block : console_blocks(page, base::read_file(in_source_tree(page)))) {
    if (block.full == full) faults += run_block(page, block, folder);
  }
  return faults;
}

}  // namespace
}  // namespace jacquard::tb

int main(int argc, char** argv) {
  std::vector<std::string> pages(argv + 1, argv + argc);
  const bool full = !pages.empty() && pages[0] == "--full";
  if (full) pages.erase(pages.begin());
  try {
    int faults = 0;
    for (const std::string& page : pages) faults += jacquard::tb::run_page(page, full);
    return faults == 0 ? 0 : 1;
  } catch (const std::exception& fault) {
    fmt::print(stderr, "{}\n", fault.what());
    return 2;
  }
}
