// SPDX-License-Identifier: Apache-2.0
// Common to the shims: owning a Verilated model, moving words in and out of its ports whatever
// their width, and the clock.
#pragma once

#include <verilated.h>
#ifdef JQ_TRACE
#include <verilated_fst_c.h>
#endif

#include <cstdint>
#include <memory>

#include "Vjq.h"
#include "abi.hpp"

namespace jacquard::rtl::shim {

template <class Port>
void put(Port& port, const std::uint32_t* words) {
  std::uint64_t value = words[0];
  if (sizeof(Port) > 4) value |= std::uint64_t{words[1]} << 32;
  port = static_cast<Port>(value);
}
template <std::size_t kWords>
void put(VlWide<kWords>& port, const std::uint32_t* words) {
  for (std::size_t i = 0; i < kWords; ++i) port[i] = words[i];
}

template <class Port>
void get(const Port& port, std::uint32_t* words) {
  words[0] = static_cast<std::uint32_t>(port);
  if (sizeof(Port) > 4)
    words[1] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(port) >> 32);
}
template <std::size_t kWords>
void get(const VlWide<kWords>& port, std::uint32_t* words) {
  for (std::size_t i = 0; i < kWords; ++i) words[i] = port[i];
}

struct Model {
  Model(std::uint32_t seed, const char* trace) {
    context.randReset(2);
    context.randSeed(static_cast<int>(seed & 0x7fffffff) + 1);
    context.traceEverOn(trace != nullptr);
    top = std::make_unique<Vjq>(&context);
#ifdef JQ_TRACE
    if (trace != nullptr) {
      fst = std::make_unique<VerilatedFstC>();
      top->trace(fst.get(), 99);
      fst->open(trace);
    }
#endif
    top->clk_i = 0;
    top->rst_ni = 0;
    settle();
  }
  ~Model() {
#ifdef JQ_TRACE
    if (fst) fst->close();
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

 private:
  void settle() {
#ifdef JQ_TRACE
    top->eval();
    if (fst) fst->dump(context.time());
    context.timeInc(500);
#else
    top->eval();
#endif
  }
#ifdef JQ_TRACE
  std::unique_ptr<VerilatedFstC> fst;
#endif
};

}  // namespace jacquard::rtl::shim

extern "C" void* jq_new(std::uint32_t seed, const char* trace) {
  return new jacquard::rtl::shim::Model(seed, trace);
}
extern "C" void jq_delete(void* model) { delete static_cast<jacquard::rtl::shim::Model*>(model); }
