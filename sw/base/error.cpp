// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/error.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/synonyms.hpp"

namespace jacquard::base {
namespace {

std::string one_line(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  constexpr std::size_t longest_quote = 80;
  if (text.size() > longest_quote) text = text.substr(0, longest_quote) + "...";
  return text;
}

std::string message(const InputFault& f) {
  std::string text = shown_path(f.source);
  if (!f.where.empty()) text += (text.empty() ? "" : f.where[0] == '/' ? "#" : ", ") + f.where;
  if (!text.empty()) text += ": ";
  text += "expected " + f.expected;
  if (!f.found.empty()) text += ", found " + one_line(f.found);
  if (!f.hint.empty()) text += " (" + f.hint + ")";
  return text;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

// "micro_batch" of "mb", and "h200_sxm" of "h200": the shortest candidate that begins with the
// name, or whose words do with its letters. Nothing for a single letter.
std::string begun_by(std::string_view name, const std::vector<std::string>& candidates) {
  constexpr std::size_t short_name = 2;
  const auto letters = static_cast<std::size_t>(
      std::count_if(name.begin(), name.end(), [](char c) { return c != '-'; }));
  if (letters < short_name) return "";
  const std::string* best = nullptr;
  for (const std::string& candidate : candidates) {
    if (candidate == name) return candidate;
    std::string initials;
    for (std::size_t i = 0; i < candidate.size(); ++i) {
      const bool first = i == 0 || candidate[i - 1] == '_' || candidate[i - 1] == '-';
      if (first && candidate[i] != '-') initials += candidate[i];
    }
    const bool begins = letters > short_name && candidate.compare(0, name.size(), name) == 0;
    if ((begins || initials == name) && (best == nullptr || candidate.size() < best->size())) {
      best = &candidate;
    }
  }
  return best == nullptr ? "" : *best;
}

}  // namespace

ConfigError::ConfigError(InputFault fault)
    : std::runtime_error(message(fault)), fault_(std::move(fault)) {}

std::string nearest(std::string_view name, const std::vector<std::string>& candidates) {
  if (std::string longer = begun_by(name, candidates); !longer.empty()) return longer;
  std::string best;
  // Of a name of three letters one may be wrong: two others would be another name.
  const std::size_t most = name.size() <= 3 ? 1 : std::max<std::size_t>(2, name.size() / 3);
  std::size_t best_distance = most + 1;
  for (const std::string& candidate : candidates) {
    // Letters in another order are one mistake.
    const bool swapped = candidate.size() == name.size() &&
                         std::is_permutation(name.begin(), name.end(), candidate.begin());
    const std::size_t distance =
        std::min(edit_distance(name.substr(0, 64), candidate), swapped ? std::size_t{1} : most + 1);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best.empty() ? meant_by(name, candidates) : best;
}

void throw_unknown_name(const std::string& source, std::string_view kind, std::string_view name,
                        const std::vector<std::string>& known) {
  std::string list;
  for (const std::string& k : known) list += (list.empty() ? "" : ", ") + k;
  const std::string near = nearest(name, known);
  throw ConfigError({source, "", std::string(kind) + " (one of " + list + ")",
                     "'" + std::string(name) + "'",
                     near.empty() ? "" : "did you mean '" + near + "'?"});
}

void broken_invariant(const char* condition, const char* file, int line, const char* meaning) {
  std::fprintf(stderr,
               "jacquard: internal error at %s:%d: %s (%s).\n"
               "This is our fault, not yours: please report it with the command you ran.\n",
               file, line, meaning, condition);
  std::abort();
}

}  // namespace jacquard::base
