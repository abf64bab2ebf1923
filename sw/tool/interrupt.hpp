// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM: the program ends within a second and in order, whatever it is at.
#pragma once

#include <signal.h>

#include <functional>
#include <string>

namespace jacquard::tool {

// While one lives, SIGINT, SIGTERM or SIGHUP ends the program, by a thread of its own, so that no
// loop need ask: children are ended, leftovers removed (base/leftover.hpp), last words said; then
// it dies by the signal, and a shell's loop around it ends too. Whatever hangs is cut off after 0.8
// s. A signal that was ignored from the start (nohup) stays ignored. One at a time.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
};

// What there is to say if a signal ends the program while this lives, the innermost first.
class LastWords {
 public:
  // `say` may print what is finished, but not write files; it runs beside the program's own work.
  // What it returns, such as how to go on, is told on stderr after "interrupted; ".
  explicit LastWords(std::function<std::string()> say);
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;
};

// What ends a worker process: signals of a terminal or of `timeout` are its parent's matter.
inline constexpr int kEndWorker = SIGUSR2;

// In a new worker process: the parent's watch and last words are not its own.
void watch_signals_as_worker();

}  // namespace jacquard::tool
