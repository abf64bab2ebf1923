// SPDX-License-Identifier: Apache-2.0
// A user's RTL: it may print, stop, finish, or never settle. None of that may end the program,
// so Verilator's functions for it are ours and throw, and a model that threw stays stopped.
#pragma once

#include <verilated.h>

#include <cstdarg>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>

#include "Vjq.h"
#include "abi.hpp"
#include "pins.hpp"
#include "waves.hpp"
#if VM_COVERAGE
#include <verilated_cov.h>
#endif

namespace jacquard::rtl::shim {

struct Stopped : std::exception {
  explicit Stopped(std::string what) : why(std::move(what)) {}
  std::string why;
};

// The last line the model printed, and how many it printed: the first few go to stderr.
struct Printed {
  std::string last;
  int lines = 0;
};
inline Printed& printed() {
  static Printed all;
  return all;
}

inline std::string place(const char* file, int line) {
  if (file == nullptr || *file == 0) return "";
  return std::string(file) + ":" + std::to_string(line) + ": ";
}

struct UserModel {
  UserModel(std::uint32_t seed, const char* trace) {
    context.randReset(2);
    context.randSeed(static_cast<int>(seed & 0x7fffffff) + 1);
    context.traceEverOn(trace != nullptr || VM_COVERAGE != 0);
    guarded([&] {
      top = std::make_unique<Vjq>(&context);
      if (trace != nullptr) {
        waves = std::make_unique<Waves>();
        top->trace(waves.get(), 99);
        waves->open(trace);
      }
      top->clk_i = 0;
      top->rst_ni = 0;
      settle();
    });
  }
  ~UserModel() {
    if (waves) waves->close();
    guarded([&] {
      if (top) top->final();
    });
  }

  // A rising and a falling edge, 1 ns a clock in the trace; `sample` sees the outputs before them.
  template <class Drive, class Sample>
  const char* cycle(const Drive& drive, const Sample& sample) {
    guarded([&] {
      drive(*top);
      settle();
      sample(*top);
      top->clk_i = 1;
      settle();
      top->clk_i = 0;
    });
    return why.empty() ? nullptr : why.c_str();
  }

  // What the outputs would be: no edge, and nothing in the trace.
  template <class Drive, class Sample>
  const char* look(const Drive& drive, const Sample& sample) {
    guarded([&] {
      drive(*top);
      top->eval();
      sample(*top);
    });
    return why.empty() ? nullptr : why.c_str();
  }

  bool dumping = true;

#if VM_COVERAGE
  struct Listener : VerilatedVcdFile {
    bool open(const std::string&) override { return true; }
    void close() override {}
    ssize_t write(const char* text, ssize_t size) override {
      hear(whose, text, static_cast<std::size_t>(size));
      return size;
    }
    abi::Hear hear = nullptr;
    void* whose = nullptr;
  };

  void watch(abi::Hear hear, void* whose) {
    guarded([&] {
      listener.hear = hear;
      listener.whose = whose;
      waves = std::make_unique<Waves>(&listener);
      top->trace(waves.get(), 99);
      waves->open("listener");
      settle();
    });
  }

  void count(const char* file) {
    if (waves) waves->flush();
    context.coveragep()->write(file);
  }
#endif

 private:
  template <class Work>
  void guarded(const Work& work) {
    Verilated::threadContextp(&context);  // scopes end in it, were another model's context gone
    if (!why.empty()) return;
    try {
      work();
    } catch (const Stopped& stopped) {
      why = stopped.why;
    }
  }

  void settle() {
    top->eval();
    if (waves && dumping) waves->dump(context.time());
    context.timeInc(500);
  }

  VerilatedContext context;
  std::string why;
  std::unique_ptr<Vjq> top;
#if VM_COVERAGE
  Listener listener;
#endif
  std::unique_ptr<Waves> waves;
};

}  // namespace jacquard::rtl::shim

extern "C" int jq_printf(const char* format, ...) {
  constexpr int shown = 20;
  char text[4096];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  auto& printed = jacquard::rtl::shim::printed();
  printed.last = text;
  while (!printed.last.empty() && printed.last.back() == '\n') printed.last.pop_back();
  const bool show = printed.lines < shown;
  if (show) std::fputs(text, stderr);
  for (const char* c = text; *c != 0; ++c) printed.lines += *c == '\n';
  if (show && printed.lines >= shown) {
    std::fputs("(what the RTL prints from here on is not shown)\n", stderr);
  }
  return length;
}

void vl_finish(const char* file, int line, const char*) {
  throw jacquard::rtl::shim::Stopped(jacquard::rtl::shim::place(file, line) + "$finish was called");
}
// $fatal, $error and assertions that fail print, then come here.
void vl_stop(const char* file, int line, const char*) {
  const std::string& last = jacquard::rtl::shim::printed().last;
  const bool said =
      last.find("%Error") != std::string::npos || last.find("%Fatal") != std::string::npos;
  throw jacquard::rtl::shim::Stopped(
      said ? last : jacquard::rtl::shim::place(file, line) + "$stop was called");
}
void vl_fatal(const char* file, int line, const char*, const char* message) {
  throw jacquard::rtl::shim::Stopped(jacquard::rtl::shim::place(file, line) + message);
}

extern "C" void* jq_new(std::uint32_t seed, const char* trace) {
  return new jacquard::rtl::shim::UserModel(seed, trace);
}
extern "C" void jq_dump(void* model, int on) {
  static_cast<jacquard::rtl::shim::UserModel*>(model)->dumping = on != 0;
}
extern "C" void jq_delete(void* model) {
  delete static_cast<jacquard::rtl::shim::UserModel*>(model);
}
#if VM_COVERAGE
extern "C" void jq_watch(void* model, jacquard::rtl::abi::Hear hear, void* whose) {
  static_cast<jacquard::rtl::shim::UserModel*>(model)->watch(hear, whose);
}
extern "C" void jq_count(void* model, const char* file) {
  static_cast<jacquard::rtl::shim::UserModel*>(model)->count(file);
}
#endif
