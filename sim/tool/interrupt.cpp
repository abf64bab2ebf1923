// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/interrupt.hpp"

#include <csignal>

namespace jacquard::tool {
namespace {

// All that a signal's handler may touch.
volatile std::sig_atomic_t signalled = 0;

extern "C" void remember_signal(int) { signalled = 1; }

void watch(int number, struct sigaction& old) {
  struct sigaction action {};
  action.sa_handler = remember_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(number, &action, &old);
}

}  // namespace

InterruptWatch::InterruptWatch(std::string advice) : advice_(std::move(advice)) {
  signalled = 0;
  watch(SIGINT, old_interrupt_);
  watch(SIGTERM, old_terminate_);
}

InterruptWatch::~InterruptWatch() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

void InterruptWatch::check() const {
  if (signalled != 0) throw Interrupted(advice_);
}

}  // namespace jacquard::tool
