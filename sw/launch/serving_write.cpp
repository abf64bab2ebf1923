// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/recipes/shell.hpp"
#include "jacquard/launch/serving.hpp"

namespace jacquard::launch {
namespace {

using config::Document;
using Words = std::vector<std::string>;
using E = Software;

// The engine's options with their values, as its table has them.
Document options_of(E engine, const ServingKeys& ours) {
  Document all = Document::object();
  ServingKeys keys = engine_keys(engine, ours);
  keys["chunked_prefill"] = "true";  // as every step is simulated
  for (const ServingRow& row : serving_table(engine).rows) {
    const auto found = keys.find(row.key);
    if (found == keys.end()) continue;
    const std::string names = row.names, words = " " + std::string(row.words);
    const std::string name = names.substr(0, names.find(' '));
    std::string value = found->second;
    const std::size_t at = words.find(" " + value + "=");
    if (at != words.npos) {
      const std::size_t begin = words.find('=', at) + 1;
      value = words.substr(begin, words.find(' ', begin) - begin);
    }
    if (row.form == ServingForm::off_flag) value = value == "true" ? "false" : "true";
    const Document parsed = Document::parse(value, nullptr, false);
    const bool plain = parsed.is_number() || parsed.is_boolean();
    const std::size_t dot = name.find('.');
    (dot == name.npos ? all[name] : all[name.substr(0, dot)][name.substr(dot + 1)]) =
        plain ? parsed : Document(value);
  }
  return all;
}

// What joins instances that prefill to those that decode, which each engine needs.
void add_role(E engine, const std::string& role, Document& options) {
  if (role.empty()) return;
  if (engine == E::vllm) {
    options["kv_transfer_config"] = R"({"kv_connector":"NixlConnector","kv_role":"kv_both"})";
  } else if (engine == E::sglang) {
    options["disaggregation_mode"] = role;
  } else {
    options["cache_transceiver_config"]["backend"] = "DEFAULT";
    if (role == "prefill") options["disable_overlap_scheduler"] = true;  // it knows no other
  }
}

std::string text_of(const Document& value) {
  return value.dump(-1, ' ', false, Document::error_handler_t::replace);
}

// As words of a command. Switches that are off by themselves are left out.
Words words_of(const Document& options) {
  Words words;
  for (const auto& [key, value] : options.items()) {
    std::string name = key;
    std::replace(name.begin(), name.end(), '_', '-');
    const bool off = value == false;
    if (off && key != "enable_prefix_caching") continue;
    words.push_back((off ? "--no-" : "--") + name);
    if (!value.is_boolean()) {
      words.push_back(value.is_string() ? value.get<std::string>() : value.dump());
    }
  }
  return words;
}

std::string yaml(const Document& value, const std::string& indent = "") {
  const bool list = value.is_array();
  std::string out;
  for (const auto& [key, inner] : value.items()) {
    const std::string mark = indent + (list ? "-" : key + ":");
    const std::string below = inner.is_structured() ? yaml(inner, indent + "  ") : "";
    if (below.empty())
      out += mark + " " + text_of(inner) + "\n";
    else
      out += list ? mark + below.substr(mark.size()) : mark + "\n" + below;  // in its line
  }
  return out;
}

}  // namespace

std::string launch_script(Software engine, const std::vector<ServingWorker>& workers) {
  std::string text;
  for (const ServingWorker& w : workers) {
    Document options = options_of(engine, w.keys);
    add_role(engine, w.role, options);
    const std::string role = w.role.empty() ? "" : w.role + ": ";
    text += fmt::format("# {}{} instance{} of {} NPU{}", role, w.instances,
                        w.instances == 1 ? "" : "s", w.npus, w.npus == 1 ? "" : "s");
    if (w.npus > w.node) text += fmt::format(", each on {} nodes", base::divide_up(w.npus, w.node));
    text +=
        workers.size() + static_cast<std::size_t>(w.instances) > 2 ? ", behind a router\n" : "\n";
    const std::string model = w.keys.at("model");
    Words words = {"python", "-m", "sglang.launch_server"};
    if (engine != E::sglang) options.erase("model");
    if (engine == E::trtllm) {
      const std::string file = (w.role.empty() ? "trtllm" : w.role) + ".yaml";
      text += "cat > " + file + " <<'EOF'\n" + yaml(options) + "EOF\n";
      words = {"trtllm-serve", model, "--extra_llm_api_options", file};
    } else {
      if (engine == E::vllm) words = {"vllm", "serve", model};
      for (std::string& word : words_of(options)) words.push_back(std::move(word));
    }
    for (std::string& word : words) word = interop::recipes::shell_word(word);
    text += fmt::format("{}\n", fmt::join(words, " "));
  }
  return text;
}

std::string dynamo_manifest(Software engine, const std::vector<ServingWorker>& workers) {
  constexpr const char* kBackends[] = {"", "vllm", "trtllm", "sglang"};
  const std::string backend = kBackends[static_cast<std::size_t>(engine)];
  const std::string image = engine == E::trtllm ? "tensorrtllm" : backend;
  const auto component = [&](const std::string& name, const std::string& type, int replicas,
                             Document container) {
    Document all = {{"name", name}, {"type", type}, {"replicas", replicas}};
    container["name"] = "main";
    container["image"] = "nvcr.io/nvidia/ai-dynamo/" + image + "-runtime:${VERSION}";
    all["podTemplate"]["spec"]["containers"] = Document::array({container});
    return all;
  };
  Document components = Document::array({component("frontend", "frontend", 1, Document::object())});
  for (const ServingWorker& w : workers) {
    Document options = options_of(engine, w.keys);
    const std::string name = w.role.empty() ? "worker" : w.role;
    add_role(engine, engine == E::sglang ? "" : w.role, options);
    Words args = words_of(options);
    if (engine == E::trtllm) {
      options.erase("model");
      args = {"--model", w.keys.at("model"), "--override-engine-args", text_of(options)};
    }
    if (!w.role.empty()) args.insert(args.end(), {"--disaggregation-mode", w.role});
    const int nodes = base::divide_up(w.npus, w.node);
    const Document limits = {{"nvidia.com/gpu", std::to_string(base::divide_up(w.npus, nodes))}};
    Document worker = component(name, name, w.instances,
                                {{"command", {"python3", "-m", "dynamo." + backend}},
                                 {"args", args},
                                 {"resources", {{"limits", limits}}}});
    if (nodes > 1) worker["multinode"]["nodeCount"] = nodes;
    components.push_back(std::move(worker));
  }
  return yaml(Document{{"apiVersion", "nvidia.com/v1beta1"},
                       {"kind", "DynamoGraphDeployment"},
                       {"metadata", {{"name", "jacquard-" + backend}}},
                       {"spec", {{"backendFramework", backend}, {"components", components}}}});
}

}  // namespace jacquard::launch
