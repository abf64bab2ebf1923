// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/rtl/user_rtl.hpp"

namespace jacquard::rtl {
namespace fs = std::filesystem;
namespace {

constexpr int kDeepest = 16;  // lists within lists: a list that names itself ends here
constexpr std::size_t kLargestList = std::size_t{1} << 24;

class ListReader {
 public:
  explicit ListReader(UserRtl& rtl) : rtl_(rtl) {}

  void read(const std::string& given, int depth, bool only_beside = false) {
    const std::string path = base::as_given_or_shipped(given);
    if (depth > kDeepest) {
      throw base::ConfigError({path, "",
                               fmt::format("at most {} lists within each other", kDeepest), "more",
                               "does a list name itself?"});
    }
    std::istringstream lines(base::read_file(path, kLargestList));
    int number = 0;
    bool in_comment = false;
    std::vector<Word> words;
    for (std::string line; std::getline(lines, line);) {
      const Place place{path, ++number, only_beside};
      for (std::string& word : words_of(without_comments(line, in_comment), place)) {
        words.push_back({std::move(word), number});
      }
    }
    for (std::size_t at = 0; at < words.size();) take(words, at, {path, 0, only_beside}, depth);
  }

 private:
  struct Place {
    const std::string& path;
    int line;
    bool only_beside;  // paths are taken from the list's folder alone
  };
  struct Word {
    std::string text;
    int line;
  };

  static std::string without_comments(const std::string& line, bool& in_comment) {
    std::string kept;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (in_comment) {
        in_comment = line.compare(i, 2, "*/") != 0;
        if (!in_comment) ++i;
      } else if (line.compare(i, 2, "/*") == 0) {
        in_comment = true;
        ++i;
      } else if ((kept.empty() || std::isspace(static_cast<unsigned char>(kept.back()))) &&
                 (line[i] == '#' || line.compare(i, 2, "//") == 0)) {
        return kept;
      } else {
        kept += line[i];
      }
    }
    return kept;
  }

  // Words of a line: quotes hold spaces, $NAME, ${NAME} and $(NAME) are of the environment.
  static std::vector<std::string> words_of(const std::string& line, const Place& place) {
    std::vector<std::string> words;
    bool within = false;
    char quote = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (quote == 0 && std::isspace(static_cast<unsigned char>(c))) {
        within = false;
        continue;
      }
      if (!within) words.emplace_back();
      within = true;
      if (c == quote) {
        quote = 0;
      } else if (quote == 0 && (c == '"' || c == '\'')) {
        quote = c;
      } else if (c == '$' && quote != '\'') {
        words.back() += from_environment(line, i, place);
      } else {
        words.back() += c;
      }
    }
    if (quote != 0) refuse(place, "a quote that ends", line);
    return words;
  }

  static std::string from_environment(const std::string& line, std::size_t& at,
                                      const Place& place) {
    const auto is_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
    };
    const char open = at + 1 < line.size() ? line[at + 1] : ' ';
    const bool bracketed = open == '{' || open == '(';
    std::size_t from = at + (bracketed ? 2 : 1), to = from;
    while (to < line.size() && is_name(line[to])) ++to;
    const std::string name = line.substr(from, to - from);
    at = bracketed ? to : to - 1;
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) refuse(place, "a variable of the environment", "$" + name);
    return value;
  }

  void take(const std::vector<Word>& words, std::size_t& at, Place place, int depth) {
    const std::string word = words[at].text;
    place.line = words[at++].line;
    const auto next = [&] {
      if (at == words.size()) refuse(place, "a name after " + word, "nothing");
      return words[at++].text;
    };
    const auto begins = [&](const char* with) { return word.rfind(with, 0) == 0; };
    if (word == "-f" || word == "-F") {
      read(found(next(), place), depth + 1, word == "-F");
    } else if (word == "-y") {
      rtl_.library_folders.push_back(found(next(), place));
    } else if (word == "-v") {
      rtl_.files.push_back(found(next(), place));
    } else if (begins("+libext+")) {
      for_each(word.substr(8),
               [&](const std::string& end) { rtl_.library_endings.push_back(end); });
    } else if (begins("+incdir+")) {
      for_each(word.substr(8), [&](const std::string& folder) {
        rtl_.include_folders.push_back(found(folder, place));
      });
    } else if (begins("+define+")) {
      for_each(word.substr(8), [&](const std::string& define) { rtl_.defines.push_back(define); });
    } else if (begins("-I")) {
      rtl_.include_folders.push_back(found(word.size() > 2 ? word.substr(2) : next(), place));
    } else if (begins("-D")) {
      rtl_.defines.push_back(word.size() > 2 ? word.substr(2) : next());
    } else if (word == "-sv" || word == "-sverilog" || word == "-g2012") {
      // SystemVerilog is what is read anyway.
    } else if (begins("+") || begins("-")) {
      refuse(place, "a file, -f, -F, -y, -v, +libext+, +incdir+, +define+, -I, -D or -sv",
             "'" + word + "'");
    } else if (!word.empty()) {
      rtl_.files.push_back(found(word, place));
    }
  }

  template <class Visit>
  static void for_each(const std::string& parts, const Visit& visit) {
    std::istringstream stream(parts);
    for (std::string part; std::getline(stream, part, '+');) {
      if (!part.empty()) visit(part);
    }
  }

  static std::string found(const std::string& name, const Place& place) {
    std::error_code ignored;
    if (!place.only_beside && fs::exists(name, ignored)) return name;
    const fs::path beside = fs::path(place.path).parent_path() / name;
    return place.only_beside || fs::exists(beside, ignored) ? beside.string() : name;
  }

  [[noreturn]] static void refuse(const Place& place, const std::string& expected,
                                  const std::string& what) {
    throw base::ConfigError({place.path, fmt::format("line {}", place.line), expected, what, ""});
  }

  UserRtl& rtl_;
};

}  // namespace

void read_file_list(const std::string& path, UserRtl& rtl) { ListReader(rtl).read(path, 0); }

}  // namespace jacquard::rtl
