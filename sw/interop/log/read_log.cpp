// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/interop/log/manifest.hpp"
#include "jacquard/interop/log/read_call.hpp"

namespace jacquard::interop {
namespace {

namespace fs = std::filesystem;
using config::Json;
using config::Place;

constexpr config::JsonLimits kLimits{std::size_t{1} << 30, 16};

// Calls of one file as JSON, with the place of each.
template <class Take>
void each_line(const std::string& text, const std::string& path, Take&& take) {
  int line = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view own = std::string_view(text).substr(begin, end - begin);
    ++line;
    begin = end + 1;
    if (own.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    take(config::parse_json(own, path, kLimits, static_cast<std::size_t>(line)), line,
         Place{path, fmt::format("line {}, #", line)});
  }
}

template <class Take>
void each_of_list(const std::string& text, const std::string& path, Take&& take) {
  const Json json = config::parse_json(text, path, kLimits);
  const Place place{path, ""};
  if (!json.is_array()) place.fail("a list of calls", config::brief(json));
  for (std::size_t i = 0; i < json.size(); ++i) take(json[i], static_cast<int>(i) + 1, place / i);
}

template <class Take>
void each_call(const std::string& path, Take&& take) {
  const std::string text = base::read_file(path);
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != std::string::npos && text[first] == '[') {
    each_of_list(text, path, take);
  } else {
    each_line(text, path, take);
  }
}

// Of the lines so far, whether each call_id is of a communication.
using KnownIds = std::map<std::int64_t, bool>;

void require_ids(const LogCall& call, KnownIds& ids, const Place& place) {
  if (call.op == LogOp::wait) {
    const auto known = ids.find(call.wait_of);
    if (known == ids.end() || !known->second) {
      (place / "wait_of")
          .fail("the call_id of an earlier communication", std::to_string(call.wait_of));
    }
  }
  for (const std::int64_t id : call.after.value_or(std::vector<std::int64_t>{})) {
    if (ids.count(id) == 0) {
      (place / "after").fail("call_ids of earlier lines", std::to_string(id));
    }
  }
  if (call.call_id < 0) return;
  const bool communicates = is_collective(call.op) || is_message(call.op);
  if (ids.emplace(call.call_id, communicates).second) return;
  (place / "call_id")
      .fail("a call_id of its own", fmt::format("{}, which an earlier line has", call.call_id));
}

void read_calls(const std::string& path, int rank, GroupBook& book, LogClass& one) {
  one.file = path;
  KnownIds ids;
  each_call(path, [&](const Json& json, int line, const Place& place) {
    LogCall call = read_call(json, rank, book, place);
    call.line = line;
    require_ids(call, ids, place);
    one.calls.push_back(std::move(call));
  });
}

// Rank files of a folder without manifest: every name is one word and the number of a rank.
std::vector<std::string> rank_files(const std::string& folder) {
  std::map<int, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path& path = entry.path();
    if (path.extension() != ".json" && path.extension() != ".jsonl") continue;
    const std::string stem = path.stem().string();
    std::size_t digits = stem.size();
    while (digits > 0 && std::isdigit(static_cast<unsigned char>(stem[digits - 1])) != 0) --digits;
    const std::optional<int> rank = base::parse_number<int>(std::string_view(stem).substr(digits));
    if (!rank || *rank >= kMostRanks) continue;
    const auto [known, is_new] = files.emplace(*rank, path.string());
    if (is_new) continue;
    throw base::ConfigError({path.string(), "", fmt::format("one file of rank {}", *rank),
                             "also " + known->second, ""});
  }
  std::vector<std::string> in_order;
  for (const auto& [rank, path] : files) {
    if (rank == static_cast<int>(in_order.size())) {
      in_order.push_back(path);
      continue;
    }
    throw base::ConfigError(
        {folder, "", "a file of each rank from 0 on",
         fmt::format("none of rank {}, though one of rank {}", in_order.size(), rank), ""});
  }
  if (in_order.empty()) {
    throw base::ConfigError(
        {folder, "", "a log: manifest.json, or files such as rank_0.json", "neither", ""});
  }
  return in_order;
}

Log read_plain(const std::string& folder) {
  const std::vector<std::string> files = rank_files(folder);
  Log log;
  log.source = folder;
  log.ranks = static_cast<int>(files.size());
  GroupBook book(log.ranks);
  for (int rank = 0; rank < log.ranks; ++rank) {
    LogClass& one = log.classes.emplace_back();
    one.representative = rank;
    one.ranks = {rank};
    read_calls(files[static_cast<std::size_t>(rank)], rank, book, one);
  }
  log.groups = book.groups();
  return log;
}

}  // namespace

Log read_log(const std::string& folder) {
  std::error_code ignored;
  std::string path = base::as_given_or_shipped(folder);
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  if (!fs::is_directory(path, ignored)) {
    throw base::ConfigError({folder, "", "a folder of logs", "none", ""});
  }
  const std::string manifest = path + "/" + kManifest;
  if (!fs::exists(manifest, ignored)) return read_plain(path);
  config::JsonLimits limits = kLimits;
  Log log = parse_manifest(config::read_json(manifest, limits), path);
  GroupBook book(log);
  for (LogClass& one : log.classes) {
    read_calls(path + "/" + one.file, one.representative, book, one);
  }
  return log;
}

}  // namespace jacquard::interop
