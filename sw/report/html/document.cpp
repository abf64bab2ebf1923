// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/html/document.hpp"

#include <fmt/format.h>

#include "jacquard/base/version.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/style.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::report {

std::string document(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
         "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         escape(title) + "</title>\n<style>" + palette_variables() + kStyle + dark_twins() +
         "</style>\n</head>\n<body>\n" + body +
         fmt::format("<p class=\"soft\">jacquard {}</p>\n</body>\n</html>\n", base::kVersion);
}

std::string wide(const std::string& picture) {
  return "<div class=\"wide\">\n" + picture + "</div>\n";
}

std::string fact(const std::string& value, const std::string& name) {
  return fmt::format("<div class=\"fact\"><b>{}</b><span>{}</span></div>\n", value, name);
}

}  // namespace jacquard::report
