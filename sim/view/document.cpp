// SPDX-License-Identifier: Apache-2.0
#include "sim/view/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/config/json_reader.hpp"
#include "sim/view/timeline.hpp"

namespace jacquard::view {
namespace {

namespace fs = std::filesystem;
using config::Json;

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace);
}

class Document {
 public:
  explicit Document(const Limits& limits) : limits_(limits) {}

  // A file of a folder, where others' files may lie too: what cannot be read is noted.
  bool take_or_note(const std::string& path, const std::string& name) {
    try {
      return take(path, name);
    } catch (const base::ConfigError& error) {
      notes_.push_back(fmt::format("{} is left out: {}", name, error.what()));
      return false;
    }
  }

  // Whether it was anything of ours.
  bool take(const std::string& path, const std::string& name) {
    const std::string end = fs::path(path).extension().string();
    if (end == ".csv" || end == ".svg") return take_text(path, name, end == ".csv");
    if (end != ".json" && path != "/dev/stdin") return false;
    const std::string text = base::read_file(path);
    // A timeline may be far larger than what else is read.
    const std::size_t events = text.substr(0, 4096).find("\"traceEvents\"");
    if (events != std::string::npos) {
      add(timelines_, timeline_json(text, name, limits_.spans));
      return true;
    }
    const Json json = config::parse_json(text, path == "/dev/stdin" ? "standard input" : path,
                                         {std::size_t{1} << 30, 64});
    if (!json.is_object()) return false;
    const auto is = [&](const char* format) { return json.value("format", Json()) == format; };
    if (json.value("command", Json()).is_string() && json.value("rows", Json()).is_array()) {
      take_result(json, name);
    } else if (is("jacquard-schedule")) {
      add(schedules_, fmt::format("{{\"file\":{},\"schedule\":{}}}", text_of(name), text_of(json)));
    } else if (is("jacquard-waves")) {
      add(waves_, fmt::format("{{\"file\":{},\"waves\":{}}}", text_of(name), text_of(json)));
    } else {
      return false;
    }
    return true;
  }

  std::string json(const std::string& name) const {
    std::string results;
    for (const auto& [file, result] : results_) {
      add(results, fmt::format("{{\"file\":{},\"result\":{}}}", text_of(file), text_of(result)));
    }
    return fmt::format(
        "{{\"name\":{},\"results\":[{}],\"timelines\":[{}],\"schedules\":[{}],\"waves\":[{}],"
        "\"tables\":[{}],\"pictures\":[{}],\"notes\":{}}}",
        text_of(name), results, timelines_, schedules_, waves_, tables_, pictures_,
        text_of(notes_));
  }

 private:
  // A verb's own file may hold what --view wrote too; the latter says its command.
  void take_result(const Json& result, const std::string& name) {
    for (auto& [file, known] : results_) {
      if (known["rows"] != result["rows"] || known["command"] != result["command"]) continue;
      if (!known.contains("command_line")) file = name, known = result;
      return;
    }
    results_.emplace_back(name, result);
  }
  bool take_text(const std::string& path, const std::string& name, bool table) {
    const std::size_t most = table ? limits_.table : limits_.picture;
    if (fs::file_size(path) > most) {
      notes_.push_back(fmt::format("{} is left out: it is larger than {} KiB", name, most / 1024));
      return false;
    }
    add(table ? tables_ : pictures_,
        fmt::format("{{\"file\":{},\"text\":{}}}", text_of(name), text_of(base::read_file(path))));
    return true;
  }
  static void add(std::string& list, const std::string& json) {
    list += (list.empty() ? "" : ",") + json;
  }

  Limits limits_;
  std::vector<std::pair<std::string, Json>> results_;
  std::string timelines_, schedules_, waves_, tables_, pictures_;
  Json notes_ = Json::array();
};

}  // namespace

std::string document_json(const std::string& path, const Limits& limits) {
  Document document(limits);
  std::error_code ignored;
  const std::string given = path == "-" ? "/dev/stdin" : path;
  bool any = false;
  if (fs::is_directory(given, ignored)) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(given)) {
      if (entry.is_regular_file(ignored)) names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) {
      if (document.take_or_note((fs::path(given) / name).string(), name)) any = true;
    }
  } else {
    any = document.take(given, fs::path(path).filename().string());
  }
  if (!any) {
    throw base::ConfigError(
        {path, "", "a result of --json, or a folder that --out left",
         fs::exists(given, ignored) ? "neither in '" + path + "'" : "no '" + path + "'", ""});
  }
  fs::path name = fs::path(path).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  return document.json(name.string());
}

}  // namespace jacquard::view
