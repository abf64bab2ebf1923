// SPDX-License-Identifier: Apache-2.0
// jacquard search serve-env: a space as an environment of other programs.
#include "sim/search/serve_env.hpp"

#include <iostream>
#include <memory>

#include "sim/cli/search/commands.hpp"
#include "sim/cli/search/question_options.hpp"

namespace jacquard::cli {

Command search_serve_env_command() {
  return {"serve-env",
          "A space as an environment for other programs: JSON lines on stdin and stdout",
          "  jacquard search serve-env cosmic_system2\n"
          "  echo '{\"sample\": 2}' | jacquard search serve-env cosmic_system2\n"
          "  python3 tools/search_agent.py --env \"jacquard search serve-env cosmic_system2\"\n",
          [](Arguments& app, const Common& common) -> std::function<int()> {
            auto o = std::make_shared<SpaceOptions>();
            add_space_options(app, *o);
            return [o, &common] {
              const searching::Session session(question_of(*o, common));
              searching::serve_environment(session, common.threads, std::cin);
              return 0;
            };
          },
          false,
          false};
}

}  // namespace jacquard::cli
