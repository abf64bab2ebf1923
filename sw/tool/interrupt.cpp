// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/interrupt.hpp"

#include <fcntl.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <thread>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/leftover.hpp"
#include "jacquard/tool/children.hpp"

namespace jacquard::tool {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr int kCutOffMicroseconds = 800'000;

// All that a signal's handler may touch.
std::atomic<int> signalled_end{-1};
std::atomic<int> signal_that_ends{0};

struct Watch {
  int ends[2] = {-1, -1};
  struct sigaction old[std::size(kSignals)]{};
  std::thread thread;
};
Watch* current = nullptr;

struct Words {
  std::mutex mutex;
  std::vector<std::function<std::string()>> all;
};
Words& words() {
  static Words& kept = *new Words;  // never destroyed: a signal may come while the program ends
  return kept;
}

extern "C" void pass_on(int number) {
  const int kept = errno;
  if (::write(signalled_end, &number, sizeof number) < 0) {
    // The pipe holds thousands of them: whoever reads it knows.
  }
  errno = kept;
}

extern "C" void die_by_it(int) {
  const int number = signal_that_ends;
  struct sigaction by_default {};
  by_default.sa_handler = SIG_DFL;
  ::sigaction(number, &by_default, nullptr);
  sigset_t only;
  ::sigemptyset(&only);
  ::sigaddset(&only, number);
  ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(number);
  ::_exit(128 + number);
}

void handle(int number, void (*handler)(int), struct sigaction* old = nullptr) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigaction(number, &action, old);
}

void cut_off_soon() {
  handle(SIGALRM, die_by_it);
  itimerval once{};
  once.it_value.tv_usec = kCutOffMicroseconds;
  ::setitimer(ITIMER_REAL, &once, nullptr);
}

const char* name_of(int number) {
  if (number == SIGINT) return "interrupted";
  return number == SIGTERM ? "terminated" : "the terminal is gone";
}

std::string last_words() {
  std::string text;
  Words& kept = words();
  kept.mutex.lock();  // for ever: nobody takes back what is about to be said
  for (auto say = kept.all.rbegin(); say != kept.all.rend(); ++say) {
    try {
      const std::string advice = (*say)();
      if (!advice.empty()) text += "; " + advice;
    } catch (const std::exception&) {
      // Whatever it was about to say is lost; the program ends all the same.
    }
  }
  return text;
}

void end_program(int number) {
  signal_that_ends = number;
  cut_off_soon();
  end_children();
  base::remove_leftovers();
  if (number != kEndWorker) {
    const std::string line = std::string("jacquard: ") + name_of(number) + last_words() + "\n";
    if (::write(STDERR_FILENO, line.data(), line.size()) < 0) {
      // It has nobody to tell.
    }
  }
  die_by_it(number);
}

void start(Watch& watch) {
  JQ_CHECK(::pipe2(watch.ends, O_CLOEXEC) == 0, "a pipe can be opened");
  signalled_end = watch.ends[1];
  watch.thread = std::thread([from = watch.ends[0]] {
    int number = 0;
    for (;;) {
      const ssize_t got = ::read(from, &number, sizeof number);
      if (got == 0) return;
      if (got == sizeof number) end_program(number);
    }
  });
}

}  // namespace

SignalWatch::SignalWatch() {
  JQ_CHECK(current == nullptr, "signals are watched once");
  current = new Watch;
  start(*current);
  for (std::size_t k = 0; k < std::size(kSignals); ++k) {
    ::sigaction(kSignals[k], nullptr, &current->old[k]);
    if (current->old[k].sa_handler != SIG_IGN) handle(kSignals[k], pass_on);
  }
}

SignalWatch::~SignalWatch() {
  for (std::size_t k = 0; k < std::size(kSignals); ++k) {
    ::sigaction(kSignals[k], &current->old[k], nullptr);
  }
  ::close(current->ends[1]);
  current->thread.join();  // if a signal came before, this ends the program
  ::close(current->ends[0]);
  delete current;
  current = nullptr;
}

LastWords::LastWords(std::function<std::string()> say) {
  const std::lock_guard<std::mutex> lock(words().mutex);
  words().all.push_back(std::move(say));
}

LastWords::~LastWords() {
  const std::lock_guard<std::mutex> lock(words().mutex);
  words().all.pop_back();
}

void watch_signals_as_worker() {
  for (const int number : kSignals) ::signal(number, SIG_IGN);
  words().all.clear();
  if (current == nullptr) return;
  for (const int end : current->ends) ::close(end);
  current = new Watch;  // the other one's thread is not in this process
  start(*current);
  handle(kEndWorker, pass_on);
}

}  // namespace jacquard::tool
