# jacquard_embed_shim(<target>): compiles the text of sw/rtl/shim/* into the target.
function(jacquard_embed_shim target)
  set(entries "")
  foreach(name abi.hpp pins.hpp waves.hpp model.hpp scheduler.cpp arbiter.cpp crossbar.cpp
      user_print.hpp user_model.hpp user_scheduler.cpp user_arbiter.cpp user_pins.cpp)
    set(path "${PROJECT_SOURCE_DIR}/sw/rtl/shim/${name}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    file(READ "${path}" text)
    string(APPEND entries "    {\"${name}\", R\"shim(${text})shim\"},\n")
  endforeach()
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/shim_text.cpp" @ONLY CONTENT [[
#include "jacquard/rtl/shim_text.hpp"

namespace jacquard::rtl {

base::Span<const ShimFile> shim_files() {
  static const std::vector<ShimFile> files = {
@entries@  };
  return files;
}

}  // namespace jacquard::rtl
]])
  target_sources(${target} PRIVATE "${PROJECT_BINARY_DIR}/shim_text.cpp")
endfunction()
