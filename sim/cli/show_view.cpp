// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/show_view.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/view/document.hpp"
#include "sim/view/page.hpp"

namespace jacquard::cli {
namespace {

bool has_display() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return ::isatty(STDERR_FILENO) != 0 && (set("DISPLAY") || set("WAYLAND_DISPLAY")) &&
         tool::on_path("xdg-open");
}

}  // namespace

std::string fresh_view_folder(const std::string& verb) {
  const std::string folder = "out/view/" + verb;
  std::error_code ignored;
  // Nothing but what a page was made of.
  if (std::filesystem::exists(folder + "/view.html", ignored)) {
    std::filesystem::remove_all(folder, ignored);
  }
  return folder;
}

void show_page(const std::string& page, const std::string& path) {
  base::write_file(path, page);
  spdlog::info("wrote {}", path);
  open_in_browser(path);
}

void open_in_browser(const std::string& address) {
  if (has_display()) tool::run_process({"xdg-open", address});
}

void show_view(const Common& common) {
  const std::string& folder = common.view_folder;
  const std::string verb = common.words.front();
  if (verb == "view") return;  // it has written its page
  std::error_code ignored;
  if (!std::filesystem::exists(folder, ignored) || std::filesystem::is_empty(folder, ignored)) {
    return spdlog::warn("--view: {} leaves no rows to explore", verb);
  }
  show_page(view::page({view::document_json(folder)}), folder + "/view.html");
}

std::string question_of(const std::vector<std::string>& words) {
  constexpr std::array<const char*, 7> answers = {"--json", "--csv",       "--wide",     "--quiet",
                                                  "--view", "--no-timing", "--no-report"};
  std::vector<std::string> kept;
  for (const std::string& word : words) {
    if (std::find(answers.begin(), answers.end(), word) == answers.end()) kept.push_back(word);
  }
  return command_line(kept, {"--out", "--journal", "--figure", "--size"});
}

}  // namespace jacquard::cli
