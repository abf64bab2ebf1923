# cmake -DMODULES=a.js;b.js -DLIBRARY=FOLDER -DSTYLE=FILE -DTEXT=FILE.cpp -P: modules as one script. Each
# becomes a function that returns what it exports; an import takes from what stands before it. So an import
# is one line, of `{names}` or `* as name`, and no two files have the same name.
set(script "")
set(library_style "")
if(EXISTS "${LIBRARY}/dist/uPlot.iife.min.js")
  file(READ "${LIBRARY}/LICENSE" licence)
  file(READ "${LIBRARY}/dist/uPlot.iife.min.js" library)
  file(READ "${LIBRARY}/dist/uPlot.min.css" library_style)
  string(APPEND script "/* uPlot\n${licence}*/\n${library}\n")
endif()
string(APPEND script "(() => {\n\"use strict\";\n")
foreach(module ${MODULES})
  file(READ "${module}" source)
  get_filename_component(name "${module}" NAME_WE)
  string(REGEX MATCHALL "\nexport (const|function|async function) [A-Za-z]+" exports "${source}")
  list(TRANSFORM exports REPLACE "^.* " "")
  list(JOIN exports ", " exports)
  string(REGEX REPLACE "\nexport " "\n" source "${source}")
  string(REGEX REPLACE "\nimport ({[^}]*}) from \"[./a-z]*/([a-z_]+).js\"" "\nconst \\1 = module_\\2" source "${source}")
  string(REGEX REPLACE "\nimport \\* as ([a-z]+) from \"[./a-z]*/([a-z_]+).js\"" "\nconst \\1 = module_\\2" source "${source}")
  string(APPEND script "const module_${name} = (() => {\n${source}return { ${exports} };\n})();\n")
endforeach()
string(APPEND script "})();\n")
string(FIND "${script}" "</script" ends)
if(NOT ends EQUAL -1)
  message(FATAL_ERROR "the page's script would end early")
endif()
string(SHA256 hash "${script}")
file(READ "${STYLE}" style)
file(WRITE "${TEXT}" "// Made of web/ by cmake/JacquardBundle.cmake.
#include \"sim/view/web_text.hpp\"

namespace jacquard::view {

const char* web_script() { return R\"jqweb(${script})jqweb\"; }
const char* web_script_sha256() { return \"${hash}\"; }
const char* web_style() { return R\"jqweb(${style})jqweb\"; }
const char* web_library_style() { return R\"jqweb(${library_style})jqweb\"; }

}  // namespace jacquard::view
")
