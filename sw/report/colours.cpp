// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/colours.hpp"

#include <array>

namespace jacquard::report {
namespace {

thread_local bool colours_wanted = false;

struct Verdict {
  const char* word;
  const char* code;
};
constexpr const char* kBold = "\x1b[1m";
constexpr const char* kGood = "\x1b[32m";
constexpr const char* kBad = "\x1b[31m";
constexpr const char* kPlain = "\x1b[0m";
constexpr std::array<Verdict, 7> kVerdicts = {{{"match", kGood},
                                               {"survives", kGood},
                                               {"within 10 %", kGood},
                                               {"differs", kBad},
                                               {"falls", kBad},
                                               {"further off", kBad},
                                               {"cannot run", kBad}}};

// Spaces at the ends stay outside the codes: whoever cuts them off finds them.
std::string between(const char* code, const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  if (!colours_wanted || from == std::string::npos) return text;
  const std::size_t to = text.find_last_not_of(" \n") + 1;
  return text.substr(0, from) + code + text.substr(from, to - from) + kPlain + text.substr(to);
}

std::string trimmed(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(' ') + 1 - from);
}

}  // namespace

Colours::Colours(bool wanted) : before_(colours_wanted) { colours_wanted = wanted; }

Colours::~Colours() { colours_wanted = before_; }

std::string in_bold(const std::string& text) { return between(kBold, text); }

std::string in_colour(const std::string& heading, const std::string& cell) {
  if (!colours_wanted || heading != "verdict") return cell;
  const std::string word = trimmed(cell);
  for (const Verdict& verdict : kVerdicts) {
    if (word == verdict.word) return between(verdict.code, cell);
  }
  return cell;
}

}  // namespace jacquard::report
