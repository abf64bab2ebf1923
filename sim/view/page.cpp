// SPDX-License-Identifier: Apache-2.0
#include "sim/view/page.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/version.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/picture.hpp"
#include "sim/view/web_text.hpp"

namespace jacquard::view {
namespace {

// As a Content-Security-Policy takes it.
std::string script_hash() {
  const std::string digits = web_script_sha256();
  std::string bytes;
  for (std::size_t k = 0; k + 1 < digits.size(); k += 2) {
    bytes += static_cast<char>(std::stoi(digits.substr(k, 2), nullptr, 16));
  }
  return report::base64(bytes);
}

// Nothing runs but the script whose hash is named, and nothing leaves the page.
std::string shell(const std::string& data, const char* connect) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
      "'sha256-{}'; style-src 'unsafe-inline'; img-src data:; connect-src {}; base-uri 'none'; "
      "form-action 'none'\">\n<title>Jacquard</title>\n<style>\n{}{}{}</style>\n</head>\n<body>\n"
      "<div id=\"app\"></div>\n<noscript>This page needs JavaScript.</noscript>\n"
      "<script type=\"application/octet-stream\" id=\"data\">{}</script>\n<script>{}</script>\n"
      "</body>\n</html>\n",
      script_hash(), connect, report::palette_variables(), web_library_style(), web_style(), data,
      web_script());
}

}  // namespace

std::string gzip(const std::string& text, int level) {
  z_stream stream{};
  constexpr int kGzip = 15 + 16;  // the largest window, with gzip's head
  JQ_CHECK(deflateInit2(&stream, level, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) == Z_OK,
           "zlib begins");
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  JQ_CHECK(status == Z_STREAM_END, "zlib compresses into a buffer of its own bound");
  return out;
}

std::string data_json(const std::vector<std::string>& documents, const std::string& comparisons) {
  return fmt::format("{{\"version\":\"{}\",\"documents\":[{}],\"comparisons\":{}}}", base::kVersion,
                     fmt::join(documents, ","), comparisons);
}

std::string page(const std::vector<std::string>& documents, const std::string& comparisons) {
  return shell(report::base64(gzip(data_json(documents, comparisons))), "'none'");
}

std::string page_of_server() { return shell("", "'self'"); }

}  // namespace jacquard::view
