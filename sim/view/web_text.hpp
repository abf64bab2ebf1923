// SPDX-License-Identifier: Apache-2.0
// The page's own files, compiled into the program (cmake/JacquardWeb.cmake).
#pragma once

namespace jacquard::view {

const char* web_script();         // web/src and the library for charts, with its licence
const char* web_script_sha256();  // of web_script(), in hexadecimal digits
const char* web_style();          // web/style.css
const char* web_library_style();  // of the library for charts

}  // namespace jacquard::view
