// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <filesystem>

#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/yaml_reader.hpp"
#include "jacquard/interop/recipes/shell.hpp"
#include "jacquard/launch/manifest.hpp"
#include "jacquard/launch/serving.hpp"

namespace jacquard::launch {
namespace {

using config::Json;
using config::Place;
using interop::recipes::read_shell;
using interop::recipes::require_quotes_end;
using Words = std::vector<std::string>;
using Settings = std::vector<std::pair<std::string, std::string>>;  // names as they are written
using E = Software;
constexpr const char* kOfSplits =  // what joins their sides
    "disaggregation_mode kv_transfer_config cache_transceiver_config";
constexpr const char* kFiles = "config extra_llm_api_options extra_engine_args";
constexpr const char* kOverride = "--override-engine-args.";  // before what stands in that object
constexpr std::size_t kMostBytes = std::size_t{1} << 20;

// What the script writes by "cat > NAME <<EOF", up to the line "EOF"; "" for nothing.
std::string here_document(const std::string& script, const std::string& name) {
  const std::size_t at = script.find(name + " <<");
  const std::size_t begin = script.find('\n', at);
  if (at == script.npos || begin == script.npos) return "";
  const std::string mark = script.substr(at + name.size() + 3, begin - at - name.size() - 3);
  const std::vector<Words> end = read_shell(mark + " EOF").commands;
  if (end.empty()) return "";
  const std::string until = "\n" + end.front().front();
  return script.substr(begin, script.find(until, begin) - begin);
}

std::string plain(std::string name) {
  if (name.rfind(kOverride, 0) == 0) name.erase(0, std::string(kOverride).size());
  name.erase(0, name.find_first_not_of('-'));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

Settings settings_of(const Json& json, const std::string& path) {
  if (!json.is_object()) Place{path, ""}.fail("a server's line or options", config::brief(json));
  Settings all;
  const auto text = [](const Json& v) {
    return v.is_string() ? v.get<std::string>()
                         : v.dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  for (const auto& [key, value] : json.items()) {
    if (!value.is_object()) all.emplace_back(key, text(value));
    if (!value.is_object()) continue;
    for (const auto& [inner, of] : value.items()) {
      all.emplace_back(key + "." + inner, text(of));
    }
  }
  return all;
}

const ServingRow* row_of(const ServingTable& table, const std::string& name) {
  for (const ServingRow& row : table.rows) {
    const bool off = row.form == ServingForm::flag && name.rfind("no_", 0) == 0;
    if (lists(row.names, name) || (off && lists(row.names, name.substr(3)))) return &row;
  }
  return nullptr;
}

bool changes_times(const ServingTable& table, const std::string& name) {
  return lists(table.times, name) || lists(table.times, name.substr(0, name.find('.')));
}

// The options from there on. A word that is none is the model, if nothing named one.
Settings options_of(const ServingTable& table, const Words& words, std::size_t from) {
  Settings all;
  std::string model;
  bool has_model = from == 0;  // bare options name it
  for (std::size_t i = from; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.find_first_of("<>|&;") == 0) break;
    if (word[0] != '-') {
      if (model.empty()) model = word;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const ServingRow* const row = row_of(table, plain(name));
    const bool alone = (row != nullptr && row->form != ServingForm::value) || i + 1 == words.size();
    const auto is_value = [](const std::string& w) {
      return w[0] != '-' || std::isdigit(static_cast<unsigned char>(w[1])) != 0;
    };
    const bool next = !alone && is_value(words[i + 1]);
    std::string value = "true";
    if (equals != word.npos) value = word.substr(equals + 1);
    if (equals == word.npos && next) value = words[++i];
    has_model = has_model || (row != nullptr && row->key == std::string("model"));
    all.emplace_back(name, value);
  }
  if (!has_model && !model.empty()) all.emplace_back("model", model);
  return all;
}

// Of the server that the command starts, with the place of its options.
std::optional<std::pair<E, std::size_t>> server_of(const Words& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const std::string word = words[i].substr(words[i].rfind('/') + 1);  // npos + 1 is 0
    const std::size_t serve = words[i + 1] == "serve" ? 1 : 0;
    const auto starts = [&](const char* modules, const char* program) {
      return lists(modules, word) || (serve == 1 && word == program);
    };
    const std::size_t from = i + 1 + serve;
    if (starts("vllm.entrypoints.openai.api_server dynamo.vllm", "vllm")) return {{E::vllm, from}};
    if (starts("sglang.launch_server dynamo.sglang", "sglang")) return {{E::sglang, from}};
    if (starts("trtllm-serve dynamo.trtllm", "")) return {{E::trtllm, from}};
  }
  return std::nullopt;
}

// The engine that knows most of the names.
E engine_of(const Settings& settings, const Place& place) {
  E best = E::any;
  std::ptrdiff_t most = 0;
  for (const E engine : {E::vllm, E::sglang, E::trtllm}) {
    const ServingTable& table = serving_table(engine);
    const auto known = [&](const auto& setting) {
      const std::string name = plain(setting.first);
      return row_of(table, name) != nullptr || changes_times(table, name);
    };
    const auto count = std::count_if(settings.begin(), settings.end(), known);
    if (count > most) best = engine;
    most = std::max(most, count);
  }
  if (most == 0) place.fail("a line or options of vLLM, SGLang or TensorRT-LLM", "none");
  return best;
}

// "32k" of thousands and "32K" of 1,024 tokens, as vLLM takes them; other texts as they are.
std::string whole(const std::string& text) {
  const std::size_t end = text.empty() ? text.npos : std::string("kKmM").find(text.back());
  const auto number = base::parse_number<std::int32_t>(text.substr(0, text.size() - 1));
  constexpr std::int64_t kTimes[] = {1000, 1 << 10, 1'000'000, 1 << 20};
  return end < 4 && number ? std::to_string(*number * kTimes[end]) : text;
}

void take(const std::string& written, const std::string& value, ReadServing& read) {
  const std::string name = plain(written);
  const ServingTable& table = serving_table(read.engine);
  const ServingRow* const row = row_of(table, name);
  const bool off = lists("false False 0", value);
  const auto cannot = [&](const std::string& what) {
    auto& all = read.not_simulated;
    if (std::find(all.begin(), all.end(), what) == all.end()) all.push_back(what);
  };
  if (row == nullptr) {
    const bool usual = off || lists("1 none auto null bfloat16 float16 half", value) ||
                       !changes_times(table, name);
    return usual ? void(++read.passed_over) : cannot(name.substr(0, name.find('.')));
  }
  const std::string key = row->key;
  read.written[key] = written;
  if (row->form != ServingForm::value) {
    const bool negated = row->form == ServingForm::off_flag || name.rfind("no_", 0) == 0;
    if (key != "chunked_prefill") read.keys[key] = off == negated ? "true" : "false";
    if (key == "chunked_prefill" && off != negated) cannot(name);  // prompts in one piece
  } else if (*row->words != '\0') {
    const std::string words = " " + std::string(row->words) + " ";
    const std::size_t at = words.find("=" + value + " ");
    if (at == words.npos) return cannot(name + " " + value.substr(0, 40));
    const std::size_t begin = words.rfind(' ', at) + 1;
    read.keys[key] = words.substr(begin, at - begin);
  } else if (value == "-1" && key == "max_batched_tokens") {
    cannot(name);  // likewise
  } else if (!lists("-1 auto null None", value)) {
    read.keys[key] = whole(value);
  }
}

ReadServing read_settings(E engine, const Settings& settings, const Place& place) {
  ReadServing read;
  read.engine = engine;
  for (const auto& [name, value] : settings) {
    if (!lists(kFiles, plain(name))) take(name, value, read);
  }
  read.keys = our_keys(read.engine, std::move(read.keys), place, read.written);
  return read;
}

// "2xtp4pp1dp1ep0" of workers, as --disaggregate has them.
std::string layout_of(const ReadServing& read, int replicas) {
  std::string text = std::to_string(replicas) + "x";
  for (const char* key : {"tp", "pp", "dp", "ep"}) {
    if (const std::string& value = read.keys.at(key); value != "0") text += key + value;
  }
  return text;
}

// Those that only prefill, and the others.
struct Role {
  std::optional<ReadServing> read;
  int replicas = 0;
};

ReadServing read_manifest(const Json& json, const std::string& path) {
  Role prefill, decode;
  for (const ManifestWorker& worker : workers_of(json, path)) {
    for (const Words& words : worker.commands) {
      const auto server = server_of(words);
      if (!server || worker.replicas == 0) continue;
      const Place& place = worker.place;
      Settings settings;
      bool prefills = worker.type == "prefill";
      std::vector<std::string> files;
      for (auto& setting : options_of(serving_table(server->first), words, server->second)) {
        const std::string name = plain(setting.first);
        if (name == "disaggregation_mode") prefills = setting.second == "prefill";
        if (name == "is_prefill_worker") prefills = true;
        if (lists(kFiles, name)) files.push_back(name);  // in the container
        if (name != "override_engine_args") {
          settings.push_back(std::move(setting));
          continue;
        }
        const std::string source = path + "#" + (place / "--override-engine-args").where;
        for (auto& more : settings_of(config::parse_yaml(setting.second, source), source)) {
          settings.emplace_back(kOverride + more.first, std::move(more.second));
        }
      }
      Role& role = prefills ? prefill : decode;
      if (role.read) place.fail("one kind of workers that prefill, and one of others", "several");
      role = {read_settings(server->first, settings, place), worker.replicas};
      auto& cannot = role.read->not_simulated;
      cannot.insert(cannot.end(), files.begin(), files.end());
    }
  }
  if (!decode.read) {
    Place{path, ""}.fail(prefill.read ? "workers that decode, beside those that prefill"
                                      : "workers that start vLLM, SGLang or TensorRT-LLM",
                         "none");
  }
  ReadServing read = std::move(*decode.read);
  std::string& npus = read.keys.at("npus");
  npus = std::to_string(std::stoll(npus) * decode.replicas);
  if (!prefill.read) return read;
  if (prefill.read->engine != read.engine || prefill.read->keys["model"] != read.keys["model"]) {
    Place{path, ""}.fail("workers of one model and engine", "others that prefill");
  }
  read.split = "prefill=" + layout_of(*prefill.read, prefill.replicas) +
               ",decode=" + layout_of(read, decode.replicas);
  auto& cannot = read.not_simulated;
  cannot.erase(std::remove_if(cannot.begin(), cannot.end(),
                              [](const std::string& name) { return lists(kOfSplits, name); }),
               cannot.end());
  for (const auto& [key, value] : prefill.read->keys) {
    const auto found = read.keys.find(key);
    const bool counts = prefill.read->written.count(key) > 0;
    if (!counts || lists("npus tp pp dp ep", key)) continue;
    if (found == read.keys.end() || found->second != value) {
      cannot.push_back(plain(prefill.read->written.at(key)) + " " + value +
                       " of workers that prefill");
    }
  }
  return read;
}

}  // namespace

ReadServing read_serving(const std::string& path, std::optional<Software> engine) {
  const Place place{path, ""};
  const std::filesystem::path file = path;
  const std::string text = base::read_file(path, kMostBytes);
  Settings settings;
  E which = E::any;
  if (lists(".yaml .yml .json", file.extension().string())) {
    std::vector<Json> all = config::parse_yaml_documents(text, path);
    const auto manifest = std::find_if(all.begin(), all.end(), is_manifest);
    if (const auto count = std::count_if(all.begin(), all.end(), is_manifest); count > 1) {
      place.fail("one DynamoGraphDeployment", std::to_string(count));
    }
    if (manifest != all.end()) return read_manifest(*manifest, path);
    settings = settings_of(config::parse_yaml(text, path), path);
    which = engine ? *engine : engine_of(settings, place);
  } else {
    Words all;
    std::optional<std::pair<E, std::size_t>> server;
    interop::recipes::Shell shell = read_shell(text, true);
    require_quotes_end(shell, place);
    for (Words& words : shell.commands) {
      const auto found = server_of(words);
      if (found && server) place.fail("one server", "several");
      if (found) all.clear();
      if (found) server = found;
      if (found || !server) all.insert(all.end(), words.begin(), words.end());
    }
    which = server   ? server->first
            : engine ? *engine
                     : engine_of(options_of(serving_table(E::vllm), all, 0), place);
    settings = options_of(serving_table(which), all, server ? server->second : 0);
    for (const auto& [name, value] : Settings(settings)) {
      if (!lists(kFiles, plain(name))) continue;
      std::string yaml = here_document(text, value);
      if (yaml.empty()) yaml = base::read_file((file.parent_path() / value).string(), kMostBytes);
      const Settings more = settings_of(config::parse_yaml(yaml, value), value);
      // TensorRT-LLM's file has the last word, others' the first.
      const auto at = which == E::trtllm ? settings.end() : settings.begin();
      settings.insert(at, more.begin(), more.end());
    }
  }
  return read_settings(which, settings, place);
}

}  // namespace jacquard::launch
