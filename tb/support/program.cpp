// SPDX-License-Identifier: Apache-2.0
#include "support/program.hpp"

#include <algorithm>

#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::tb {

Answer run_program(const std::vector<std::string>& arguments, const Folder& in) {
  const Folder kept;
  std::vector<std::string> argv{"sh",
                                "-c",
                                R"(o=$1 e=$2; shift 2; exec "$@" >"$o" 2>"$e")",
                                "sh",
                                kept.path("out"),
                                kept.path("err"),
                                JACQUARD_PROGRAM};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  Answer answer;
  answer.exit_code = tool::run_process(argv, in.path("")).exit_code;
  answer.out = base::read_file(kept.path("out"));
  answer.err = base::read_file(kept.path("err"));
  return answer;
}

int count_lines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace jacquard::tb
