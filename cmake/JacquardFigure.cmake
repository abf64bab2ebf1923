# jacquard_embed_figure(<target>): compiles sim/view/figure_code.py into the target.
function(jacquard_embed_figure target)
  set(path "${PROJECT_SOURCE_DIR}/sim/view/figure_code.py")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
  file(READ "${path}" code)
  set(text "${PROJECT_BINARY_DIR}/figure_text.cpp")
  file(CONFIGURE OUTPUT "${text}" @ONLY CONTENT [[
#include "sim/view/figure.hpp"

namespace jacquard::view {

const char* figure_template() { return R"jqfig(@code@)jqfig"; }

}  // namespace jacquard::view
]])
  target_sources(${target} PRIVATE "${text}")
  set_source_files_properties("${text}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
