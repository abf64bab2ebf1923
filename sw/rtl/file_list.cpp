// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
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

  void read(const std::string& given, int depth) {
    const std::string path = base::as_given_or_shipped(given);
    if (depth > kDeepest) {
      throw base::ConfigError({path, "",
                               fmt::format("at most {} lists within each other", kDeepest), "more",
                               "does a list name itself?"});
    }
    std::istringstream lines(base::read_file(path, kLargestList));
    int number = 0;
    bool in_comment = false;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      std::istringstream words(without_comments(line, in_comment));
      for (std::string word; words >> word;) take(word, words, {path, number}, depth);
    }
  }

 private:
  struct Place {
    const std::string& path;
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

  void take(const std::string& word, std::istringstream& rest, const Place& place, int depth) {
    std::string next;
    if (word == "-f" || word == "-F") {
      if (!(rest >> next)) refuse(place, "a file after " + word, "nothing");
      read(found(next, place), depth + 1);
    } else if (word.rfind("+incdir+", 0) == 0) {
      for_each(word.substr(8), [&](const std::string& folder) {
        rtl_.include_folders.push_back(found(folder, place));
      });
    } else if (word.rfind("+define+", 0) == 0) {
      for_each(word.substr(8), [&](const std::string& define) { rtl_.defines.push_back(define); });
    } else if (word.front() == '+' || word.front() == '-') {
      refuse(place, "a file, +incdir+FOLDER, +define+NAME=VALUE or -f LIST", "'" + word + "'");
    } else {
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
    if (fs::exists(name, ignored)) return name;
    const fs::path beside = fs::path(place.path).parent_path() / name;
    return fs::exists(beside, ignored) ? beside.string() : name;
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
