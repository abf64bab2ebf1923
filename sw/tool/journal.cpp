// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/journal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/base/version.hpp"

namespace jacquard::tool {
namespace {

using config::Json;

constexpr const char* kAdvice = "name another folder, or remove it to begin anew";

Json first_line(const std::string& study, const Json& identity) {
  return {{"journal_of", study},
          {"version", base::kVersion},
          {"config_hash", base::fnv1a_hex(identity.dump())}};
}

[[noreturn]] void refuse(const std::string& path, const std::string& where,
                         const std::string& expected, const std::string& found) {
  throw base::ConfigError({path, where, expected, found, kAdvice});
}

void require_own(const std::string& path, const std::string& line, const Json& own) {
  Json found;
  try {
    found = config::parse_json(line, path);
  } catch (const base::ConfigError&) {
    found = nullptr;
  }
  if (!found.is_object() || !found.contains("journal_of")) {
    refuse(path, "line 1", "the journal of study " + own["journal_of"].get<std::string>(),
           "something else");
  }
  if (found == own) return;
  for (const char* key : {"journal_of", "version", "config_hash"}) {
    const Json value = found.value(key, Json());
    if (value != own[key]) {
      refuse(path, "line 1", fmt::format("a journal whose {} is {}", key, own[key].dump()),
             config::brief(value));
    }
  }
  refuse(path, "line 1", own.dump(), config::brief(found));
}

}  // namespace

Journal::Journal(std::string path, const std::string& study, const Json& identity,
                 JournalAccess access)
    : path_(std::move(path)), access_(access) {
  const Json own = first_line(study, identity);
  std::error_code none;
  std::string text;
  if (std::filesystem::exists(path_, none)) text = base::read_file(path_);
  if (text.find('\n') == std::string::npos) {
    begin(text, own);
  } else {
    read(text, own);
  }
  found_ = lines_.size();
  if (access_ == JournalAccess::look) return;
  file_.reset(std::fopen(path_.c_str(), "ab"));
  if (!file_) throw base::ConfigError({path_, "", "a file to add to", std::strerror(errno), ""});
}

// Nothing, or the beginning of our own first line.
void Journal::begin(const std::string& text, const Json& own) {
  const std::string line = own.dump();
  if (text != line.substr(0, text.size())) {
    refuse(path_, "line 1", "the journal of study " + own["journal_of"].get<std::string>(),
           "something else");
  }
  if (access_ == JournalAccess::add) base::write_file(path_, line + '\n');
}

void Journal::read(const std::string& text, const Json& own) {
  const std::size_t whole = text.rfind('\n') + 1;
  std::size_t number = 0;
  for (std::size_t at = 0; at < whole;) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    if (++number == 1) {
      require_own(path_, line, own);
    } else {
      lines_.push_back(config::parse_json(line, path_, {}, number));
    }
    at = end + 1;
  }
  if (whole < text.size() && access_ == JournalAccess::add) {
    std::filesystem::resize_file(path_, whole);
  }
}

void Journal::require_room() const {
  if (access_ == JournalAccess::look) throw NotRecorded(path_ + " is not complete");
}

std::optional<Json> Journal::next(const std::string& stage, std::int64_t index) {
  if (asked_ == lines_.size()) return std::nullopt;
  const Json& line = lines_[asked_++];
  const bool ours = line.is_object() && line.value("stage", Json()) == stage &&
                    line.value("index", Json()) == index && line.contains("result");
  if (!ours) {
    refuse(path_, fmt::format("line {}", asked_ + 1), fmt::format("{} {}", stage, index),
           config::brief(line));
  }
  return line["result"];
}

void Journal::append(const std::string& stage, std::int64_t index, const config::Document& result) {
  JQ_CHECK(asked_ == lines_.size(), "a journal is read before it is added to");
  config::Document line;
  line["stage"] = stage;
  line["index"] = index;
  line["result"] = result;
  const std::string text = line.dump() + '\n';
  const bool wrote = std::fwrite(text.data(), 1, text.size(), file_.get()) == text.size() &&
                     std::fflush(file_.get()) == 0;
  if (!wrote) {
    throw base::ConfigError({path_, "", "room for a further line", std::strerror(errno), ""});
  }
}

}  // namespace jacquard::tool
