// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run.hpp"

int main(int argc, char** argv) { return jacquard::cli::run(argc, argv); }
