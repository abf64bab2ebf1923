// SPDX-License-Identifier: Apache-2.0
#include "sim/view/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <filesystem>
#include <mutex>
#include <random>

#include "jacquard/base/error.hpp"
#include "jacquard/base/leftover.hpp"
#include "jacquard/base/running_program.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/tool/process.hpp"
#include "sim/view/page.hpp"

namespace jacquard::view {
namespace {

namespace fs = std::filesystem;
using config::Json;

constexpr int kMostCpu = 300;  // seconds that a command of the page may take
constexpr std::size_t kLargestRequest = 65'536;

std::string random_token() {
  std::random_device source;
  std::string token;
  for (int k = 0; k < 4; ++k) token += fmt::format("{:08x}", source());
  return token;
}

std::string make_folder() {
  std::string name = (fs::temp_directory_path() / "jacquard-view-XXXXXX").string();
  return ::mkdtemp(name.data()) == nullptr ? std::string() : name;
}

class Session {
 public:
  explicit Session(const ServerOptions& options) : options_(options), paths_(options.paths) {
    for (const std::string& path : paths_)
      documents_.push_back(document_json(path, options_.limits));
    pack();
  }

  std::string packed() {
    const std::lock_guard lock(mutex_);
    return packed_;
  }

  // The number of the new document, as JSON.
  std::string run(const std::string& body) {
    const std::lock_guard lock(mutex_);  // one command at a time
    const Json asked = config::parse_json(body, "request");
    const bool plain = asked.is_object() && asked.value("options", Json()).is_object() &&
                       asked.value("document", Json()).is_number_unsigned();
    const std::size_t of = plain ? asked["document"].get<std::size_t>() : documents_.size();
    if (of >= documents_.size()) {
      throw base::ConfigError({"request", "", "a document of the page, and options", "", ""});
    }
    const Json results = Json::parse(documents_[of]).at("results");
    if (results.empty())
      throw base::ConfigError({"request", "/document", "one with a command", "", ""});
    std::vector<std::pair<std::string, std::string>> options;
    for (const auto& [name, value] : asked.at("options").items()) {
      options.emplace_back(name, value.get<std::string>());
    }
    std::vector<std::string> words =
        words_to_run(results.at(0).at("result").value("command_line", std::string()), options);
    if (scratch_.path().empty()) {
      throw base::ConfigError({fs::temp_directory_path().string(), "",
                               "a folder in which one for the answer can be made", "", ""});
    }
    const std::string out = fmt::format("{}/run-{}", scratch_.path(), documents_.size());
    fs::create_directories(out);
    words.insert(words.begin(), base::running_program());
    words.insert(words.end(), {"--out", out, "--view", "--quiet"});
    const tool::ProcessResult ran = tool::run_process(words, "", kMostCpu);
    if (ran.exit_code > 1)
      throw base::ConfigError({"the command", "", "an answer", ran.output, ""});
    documents_.push_back(document_json(out, options_.limits));
    paths_.push_back(out);
    pack();
    return Json({{"document", documents_.size() - 1}}).dump();
  }

 private:
  void pack() {
    packed_ = gzip(data_json(documents_, options_.compare ? options_.compare(paths_) : "[]"), 1);
  }

  const ServerOptions& options_;
  base::Leftover scratch_{make_folder};
  std::mutex mutex_;
  std::vector<std::string> paths_;
  std::vector<std::string> documents_;
  std::string packed_;
};

// A page elsewhere may know the port: neither its name for this machine nor its origin is ours.
bool is_ours(const httplib::Request& request, int port) {
  const auto is_here = [port](const std::string& host) {
    return host == fmt::format("127.0.0.1:{}", port) || host == fmt::format("localhost:{}", port);
  };
  const std::string origin = request.get_header_value("Origin");
  constexpr const char* kScheme = "http://";
  return is_here(request.get_header_value("Host")) &&
         (origin.empty() ||
          (origin.rfind(kScheme, 0) == 0 && is_here(origin.substr(std::string(kScheme).size()))));
}

}  // namespace

void serve(const ServerOptions& options) {
  Session session(options);
  const std::string token = random_token();
  httplib::Server server;
  int port = options.port;
  server.set_payload_max_length(kLargestRequest);
  server.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                              {"Referrer-Policy", "no-referrer"},
                              {"Cache-Control", "no-store"},
                              {"X-Frame-Options", "DENY"}});
  server.set_pre_routing_handler([&](const httplib::Request& request, httplib::Response& answer) {
    const bool has_token =
        request.path == "/" + token || request.path.rfind("/" + token + "/", 0) == 0;
    if (has_token && is_ours(request, port)) return httplib::Server::HandlerResponse::Unhandled;
    answer.status = 403;
    answer.set_content("not allowed\n", "text/plain");
    return httplib::Server::HandlerResponse::Handled;
  });
  const std::string page = page_of_server();
  const auto show = [&](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(page, "text/html; charset=utf-8");
  };
  server.Get("/" + token, show);
  server.Get("/" + token + "/", show);
  server.Get("/" + token + "/data", [&](const httplib::Request&, httplib::Response& answer) {
    // It is packed already; as another type the browser unpacks it by itself.
    answer.set_content(session.packed(), "application/gzip");
  });
  server.Post(
      "/" + token + "/run", [&](const httplib::Request& request, httplib::Response& answer) {
        try {
          answer.set_content(session.run(request.body), "application/json");
        } catch (const std::exception& error) {
          answer.status = 400;
          answer.set_content(
              Json({{"error", error.what()}}).dump(-1, ' ', true, Json::error_handler_t::replace),
              "application/json");
        }
      });
  const bool bound = port == 0 ? (port = server.bind_to_any_port("127.0.0.1")) > 0
                               : server.bind_to_port("127.0.0.1", port);
  if (!bound) {
    throw base::ConfigError(
        {"--port", "", "a port that is free", std::to_string(options.port), ""});
  }
  if (options.ready) options.ready(fmt::format("http://127.0.0.1:{}/{}/", port, token));
  server.listen_after_bind();
}

}  // namespace jacquard::view
