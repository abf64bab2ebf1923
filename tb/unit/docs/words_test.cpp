// SPDX-License-Identifier: Apache-2.0
#include "docs/words.hpp"

#include <catch2/catch.hpp>
#include <filesystem>
#include <sstream>

#include "jacquard/base/file.hpp"
#include "support/source_tree.hpp"

using namespace jacquard::tb;
using Texts = std::vector<std::string>;
namespace fs = std::filesystem;

namespace {

std::string of_words(int count, const std::string& last) {
  std::string text;
  for (int i = 1; i < count; ++i) text += "word ";
  return text + last;
}

// Every page: its path in the tree and its text.
std::vector<std::pair<std::string, std::string>> pages() {
  Texts paths{"README.md", "CONTRIBUTING.md"};
  for (const auto& entry : fs::recursive_directory_iterator(in_source_tree("docs"))) {
    if (entry.path().extension() == ".md") {
      paths.push_back(fs::relative(entry.path(), in_source_tree("")).string());
    }
  }
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string& path : paths) {
    all.emplace_back(path, jacquard::base::read_file(in_source_tree(path)));
  }
  return all;
}

}  // namespace

TEST_CASE("Sentences are those of prose and lists, not of tables, code or headings") {
  CHECK(sentences("# A title\n\nOne is\nhere. Two: three `a. b` [four](x.md).\n\n| a. b |\n"
                  "```\nc. d\n```\n- an item.\n- another\n\n    code. code\n") ==
        Texts{"One is here.", "Two:", "three code four.", "an item.", "another"});
  CHECK(sentences("A figure of 0.5 is no end (nor e.g. is this one.) Next.") ==
        Texts{"A figure of 0.5 is no end (nor e.g.", "is this one.)", "Next."});
}

TEST_CASE("A sentence of 26 words is long, one of 25 is not") {
  CHECK(long_sentences(of_words(25, "end.")).empty());
  CHECK(long_sentences(of_words(26, "end.")).size() == 1);
  CHECK(long_sentences(of_words(20, "end. ") + of_words(20, "end.")).empty());
}

TEST_CASE("A number without its zero is found in prose and tables, not in code or ranges") {
  CHECK(bare_decimals("about .5 of it\n\n| .25 |\n").size() == 2);
  CHECK(bare_decimals("0.5, 1..64, a.5\n```\n.5\n```\n").empty());
}

TEST_CASE("A command's verb and options are read from code") {
  const auto found = named_commands(
      "See `jacquard collective prove --ports 1..8` or:\n```\n$ ./jacquard schedule \\\n    "
      "--bits=8 "
      "x\n```\n`./jacquard test unit`, jacquard alone, | `jacquard simulate NAME --quiet` |\n");
  REQUIRE(found.size() == 3);
  CHECK(found[0].verb == Texts{"collective", "prove"});
  CHECK(found[0].options == Texts{"--ports"});
  CHECK(found[1].verb[0] == "schedule");
  CHECK(found[1].options == Texts{"--bits"});
  CHECK(found[2].verb[0] == "simulate");
}

TEST_CASE("Every page writes its numbers with their zero, and says cycle of a graph") {
  for (const auto& [path, text] : pages()) {
    INFO(path);
    CHECK(bare_decimals(text) == Texts{});
    CHECK(text.find(" circle") == std::string::npos);
  }
}

TEST_CASE("Pages have no more long sentences than they had") {
  constexpr std::size_t most = 147;  // lower it with each sentence that is split
  Texts found;
  for (const auto& [path, text] : pages()) {
    for (const std::string& sentence : long_sentences(text))
      found.push_back(path + ": " + sentence);
  }
  CAPTURE(found);
  CHECK(found.size() <= most);
}

TEST_CASE("The first page is read in three minutes") {
  const auto all = pages();
  std::istringstream in(all[0].second);
  std::size_t words = 0;
  for (std::string word; in >> word;) ++words;
  CHECK(words <= 900);
}
