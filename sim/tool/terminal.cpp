// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include "jacquard/base/parse_number.hpp"

namespace jacquard::tool {

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

}  // namespace jacquard::tool
