// SPDX-License-Identifier: Apache-2.0
// Common to the shims of our own cores: owning a Verilated model, and the clock.
#pragma once

#include <verilated.h>
#ifdef JQ_TRACE
#include "waves.hpp"
#endif

#include <cstdint>
#include <memory>

#include "Vjq.h"
#include "abi.hpp"
#include "pins.hpp"

namespace jacquard::rtl::shim {

struct Model {
  Model(std::uint32_t seed, const char* trace) {
    context.randReset(2);
    context.randSeed(static_cast<int>(seed & 0x7fffffff) + 1);
    context.traceEverOn(trace != nullptr);
    top = std::make_unique<Vjq>(&context);
#ifdef JQ_TRACE
    if (trace != nullptr) {
      waves = std::make_unique<Waves>();
      top->trace(waves.get(), 99);
      waves->open(trace);
    }
#else
    (void)trace;
#endif
    top->clk_i = 0;
    top->rst_ni = 0;
    settle();
  }
  ~Model() {
#ifdef JQ_TRACE
    if (waves) waves->close();
#endif
    top->final();
  }

  // Inputs have been set: one rising and one falling edge, 1 ns a clock in the trace.
  void clock() {
    settle();
    top->clk_i = 1;
    settle();
    top->clk_i = 0;
  }

  VerilatedContext context;
  std::unique_ptr<Vjq> top;
  bool dumping = true;

 private:
  void settle() {
#ifdef JQ_TRACE
    top->eval();
    if (waves && dumping) waves->dump(context.time());
    context.timeInc(500);
#else
    top->eval();
#endif
  }
#ifdef JQ_TRACE
  std::unique_ptr<Waves> waves;
#endif
};

}  // namespace jacquard::rtl::shim

extern "C" void* jq_new(std::uint32_t seed, const char* trace) {
  return new jacquard::rtl::shim::Model(seed, trace);
}
extern "C" void jq_dump(void* model, int on) {
  static_cast<jacquard::rtl::shim::Model*>(model)->dumping = on != 0;
}
extern "C" void jq_delete(void* model) { delete static_cast<jacquard::rtl::shim::Model*>(model); }
