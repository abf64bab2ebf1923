// SPDX-License-Identifier: Apache-2.0
#include "docs/words.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

namespace jacquard::tb {
namespace {

constexpr std::size_t kMostWords = 25;
const std::string kFence = "```";
const std::string kGenerated = "<!-- generated";
const std::string kEndOfGenerated = "<!-- end of generated";

bool begins(const std::string& text, const std::string& with) {
  return text.compare(0, with.size(), with) == 0;
}

bool is_item(const std::string& line) {
  static const std::regex item(R"(\s*([-*]|\d+\.)\s.*)");
  return std::regex_match(line, item);
}

// The prose of a page, a paragraph or an item at a time, and each of its other lines if `tables`.
std::vector<std::string> paragraphs(const std::string& page, bool tables) {
  std::vector<std::string> all;
  std::string current;
  const auto end = [&] {
    if (!current.empty()) all.push_back(current);
    current.clear();
  };
  bool code = false, generated = false;
  std::istringstream in(page);
  for (std::string line; std::getline(in, line);) {
    if (begins(line, kFence)) code = !code;
    if (begins(line, kGenerated)) generated = true;
    if (begins(line, kEndOfGenerated)) generated = false;
    const bool indented = begins(line, "    ") && current.empty();
    const bool prose = !code && !generated && !begins(line, kFence) && !begins(line, "<!--") &&
                       !indented && line.find_first_not_of(' ') != std::string::npos;
    const bool other = begins(line, "|") || begins(line, "#");
    if (!prose || other) end();
    if (prose && other && tables) all.push_back(line);
    if (!prose || other) continue;
    if (is_item(line)) end();
    current += (current.empty() ? "" : " ") + line;
  }
  end();
  return all;
}

std::string without_marks(std::string text) {
  static const std::regex code("`[^`]*`"), link(R"(\[([^\]]*)\]\([^)]*\))"), bold(R"(\*\*|__)"),
      item(R"(^\s*([-*]|\d+\.)\s+)");
  text = std::regex_replace(text, code, "code");
  text = std::regex_replace(text, link, "$1");
  text = std::regex_replace(text, item, "");
  return std::regex_replace(text, bold, "");
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool ends_sentence(std::string word) {
  while (!word.empty() && std::string(")\"'*").find(word.back()) != std::string::npos) {
    word.pop_back();
  }
  return !word.empty() && std::string(".!?:").find(word.back()) != std::string::npos;
}

}  // namespace

std::vector<std::string> sentences(const std::string& page) {
  std::vector<std::string> all;
  for (const std::string& paragraph : paragraphs(page, false)) {
    std::string sentence;
    for (const std::string& word : words_of(without_marks(paragraph))) {
      sentence += (sentence.empty() ? "" : " ") + word;
      if (!ends_sentence(word)) continue;
      all.push_back(sentence);
      sentence.clear();
    }
    if (!sentence.empty()) all.push_back(sentence);
  }
  return all;
}

std::vector<std::string> long_sentences(const std::string& page) {
  std::vector<std::string> all = sentences(page);
  const auto is_short = [](const std::string& s) { return words_of(s).size() <= kMostWords; };
  all.erase(std::remove_if(all.begin(), all.end(), is_short), all.end());
  return all;
}

std::vector<std::string> bare_decimals(const std::string& page) {
  static const std::regex bare(R"((^|[^\w.\]/*])\.\d+)");
  std::vector<std::string> found;
  for (const std::string& paragraph : paragraphs(page, true)) {
    for (std::sregex_iterator it(paragraph.begin(), paragraph.end(), bare), end; it != end; ++it) {
      const auto at = static_cast<std::size_t>(it->position());
      found.push_back(paragraph.substr(at < 20 ? 0 : at - 20, 50));
    }
  }
  return found;
}

std::vector<NamedCommand> named_commands(const std::string& page) {
  static const std::set<std::string> verbs_of_two{
      "collective", "search", "config", "results", "bench", "trace", "study", "genstack", "gemm"};
  static const std::regex command(R"((^|\n|`|\$ |  )(\./)?jacquard((\\\n|[^\n`|])*))");
  static const std::regex word("[a-z][a-z0-9-]*"), option("(--[a-z][a-z0-9-]*).*");
  std::vector<NamedCommand> all;
  for (std::sregex_iterator it(page.begin(), page.end(), command), end; it != end; ++it) {
    NamedCommand named;
    std::string text = (*it)[3].str();
    if (!begins(text, " ")) continue;
    text = text.substr(0, text.find(" #"));
    bool leading = true;
    for (const std::string& part : words_of(text)) {
      std::smatch match;
      const std::size_t most = named.verb.empty() || verbs_of_two.count(named.verb[0]) != 0 ? 2 : 1;
      if (leading && named.verb.size() < most && std::regex_match(part, word)) {
        named.verb.push_back(part);
        continue;
      }
      leading = false;
      if (std::regex_match(part, match, option)) named.options.push_back(match[1]);
    }
    if (named.verb.empty() || named.verb[0] == "build" || named.verb[0] == "test" ||
        named.verb[0] == "package")
      continue;
    all.push_back(named);
  }
  return all;
}

}  // namespace jacquard::tb
