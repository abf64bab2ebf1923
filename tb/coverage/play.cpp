// SPDX-License-Identifier: Apache-2.0
// Runs a Verilated bench to its end and writes what its lines did to lines.dat and what its bits
// did to bits.vcd. Built by Verilator.
#include <verilated.h>
#include <verilated_cov.h>
#include <verilated_vcd_c.h>

#include <memory>

#include "Vbench.h"

int main(int argc, char** argv) {
  constexpr int all_levels = 1000;
  VerilatedContext context;
  context.commandArgs(argc, argv);
  context.randReset(2);  // state without a reset starts from random bits
  context.traceEverOn(true);
  VerilatedVcdC waveform;
  const auto top = std::make_unique<Vbench>(&context);
  top->trace(&waveform, all_levels);
  waveform.open("bits.vcd");
  while (!context.gotFinish()) {
    top->eval();
    waveform.dump(context.time());
    if (!top->eventsPending()) break;
    context.time(top->nextTimeSlot());
  }
  top->final();
  waveform.close();
  context.coveragep()->write("lines.dat");
  return 0;
}
