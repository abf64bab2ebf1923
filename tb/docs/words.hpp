// SPDX-License-Identifier: Apache-2.0
// Rules of plain words for the pages of documentation.
#pragma once

#include <string>
#include <vector>

namespace jacquard::tb {

// The sentences of a page in Markdown: of paragraphs and items of lists, without tables, headings,
// code, and what is generated. A sentence ends with . ! ? or a colon; code in it is one word.
std::vector<std::string> sentences(const std::string& page);

// Those of more than 25 words.
std::vector<std::string> long_sentences(const std::string& page);

// Numbers without their zero (".5"), outside code, each with what stands around it.
std::vector<std::string> bare_decimals(const std::string& page);

// A command of the program that a page names: `jacquard VERB [SUBVERB] ... --option ...`.
struct NamedCommand {
  std::vector<std::string> verb;     // {"collective", "prove"}
  std::vector<std::string> options;  // {"--ports"}
};

// In code spans and blocks of code. What ./jacquard itself does (build, test) is not listed.
std::vector<NamedCommand> named_commands(const std::string& page);

}  // namespace jacquard::tb
