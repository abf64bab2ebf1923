// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/stack_report.hpp"

#include "jacquard/base/file.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/stack/page.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::genstack {

void write_report(const stack::Stack& stack, const std::string& command,
                  const std::vector<stack::SlotPoint>& tried, const std::string& folder) {
  const Figures figures = figures_of(stack, stack.plan.source);
  report::StackReport page;
  page.title = stack.plan.source;
  page.command = command;
  page.facts = {{report::grouped(figures.collectives), "collectives"},
                {report::grouped(figures.permutations), "global permutations"}};
  page.tried = tried;
  const stack::Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating, {folder, ""});
  base::write_file(folder + "/report.html", stack_page(page, stack, routes));
}

}  // namespace jacquard::genstack
