// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>

#include "jacquard/base/parse_number.hpp"

namespace jacquard::tool {
namespace {

std::atomic<bool> live{false};

constexpr const char* kToEnd = "\x1b[K";

bool moves_cursor() {
  const char* term = std::getenv("TERM");
  return term != nullptr && std::string(term) != "dumb" && *term != '\0';
}

bool say(const std::string& text) { return ::write(STDERR_FILENO, text.data(), text.size()) >= 0; }

}  // namespace

int terminal_width(int usual) {
  winsize size{};
  if (::isatty(STDOUT_FILENO) != 0 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0) {
    return size.ws_col;
  }
  const char* told = std::getenv("COLUMNS");
  const int columns = told == nullptr ? 0 : base::parse_number<int>(told).value_or(0);
  return columns > 0 ? columns : usual;
}

bool shows_colours() {
  const char* none = std::getenv("NO_COLOR");
  return ::isatty(STDOUT_FILENO) != 0 && moves_cursor() && (none == nullptr || *none == '\0');
}

int live_width() {
  winsize size{};
  if (!moves_cursor() || ::isatty(STDERR_FILENO) == 0) return 0;
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

void erase_live_line() {
  if (live.exchange(false)) say(std::string("\r") + kToEnd);
}

bool show_live_line(const std::string& line, int width) {
  live = true;
  // One column less: the last would make some terminals begin a new line.
  return say("\r" + line.substr(0, static_cast<std::size_t>(width - 1)) + kToEnd);
}

}  // namespace jacquard::tool
