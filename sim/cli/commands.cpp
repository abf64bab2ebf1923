// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {

base::Span<const Command> commands() {
  static const std::vector<Command> all = {
      demo_command(),     advise_command(),   train_command(),      ladder_command(),
      plan_command(),     serve_command(),    explain_command(),    compare_command(),
      search_command(),   gemm_command(),     genstack_command(),   schedule_command(),
      verify_command(),   simulate_command(), collective_command(), astra_command(),
      bench_command(),    synth_command(),    trace_command(),      config_command(),
      results_command(),  view_command(),     gallery_command(),
#ifdef JACQUARD_PAPERS
      repro_command(),    study_command(),
#endif
      validate_command(), help_command(),     version_command(),
  };
  return all;
}

}  // namespace jacquard::cli
