// SPDX-License-Identifier: Apache-2.0
// Every verb; commands.cpp lists them in the order of --help.
#pragma once

#include "sim/cli/command.hpp"

namespace jacquard::cli {

Command demo_command();
Command help_command();
Command version_command();
Command advise_command();
Command schedule_command();
Command serve_command();
Command verify_command();
Command view_command();
Command simulate_command();
Command bench_command();
Command synth_command();
Command collective_command();
Command astra_command();
Command compare_command();
Command config_command();
Command repro_command();
Command results_command();
Command study_command();
Command trace_command();
Command trace_export_command();  // of trace
Command trace_import_command();  // likewise
Command validate_command();
Command train_command();
Command ladder_command();
Command plan_command();
Command search_command();
Command explain_command();
Command gemm_command();
Command gemm_prove_command();  // of gemm
Command gemm_run_command();    // of gemm
Command gemm_tune_command();   // of gemm
Command gallery_command();
Command genstack_command();
Command genstack_repair_command();   // of genstack
Command genstack_check_command();    // of genstack
Command genstack_operate_command();  // of genstack
Command genstack_report_command();   // of genstack
Command genstack_show_command();     // of genstack

}  // namespace jacquard::cli
