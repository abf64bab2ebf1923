# Headers of the standard library and of other projects, parsed once instead of once per source.
# Each source still includes what it uses: with JACQUARD_PCH=OFF nothing here is read.
# nlohmann/json.hpp is left out of those of sw/: what it instantiates at the end of each source that sees
# it costs the sources without JSON more than it saves the others.
set(jacquard_standard_headers
  <algorithm> <array> <cmath> <cstddef> <cstdint> <cstdio> <cstdlib> <filesystem> <functional>
  <limits> <map> <memory> <numeric> <optional> <set> <string> <string_view> <tuple> <utility> <vector>)

# jacquard_precompile(<name> <what its users link> HEADERS...): a target that only holds these headers
# and those of the standard library.
function(jacquard_precompile name libraries)
  set(empty "${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp")
  file(CONFIGURE OUTPUT "${empty}" CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL "${empty}")
  target_link_libraries(${name} PRIVATE ${libraries} jacquard_warnings)
  target_precompile_headers(${name} PRIVATE ${jacquard_standard_headers} ${ARGN})
endfunction()

# jacquard_precompiled(<target> <name>): compiles the target's sources with those headers. Where the
# flags of both differ, GCC refuses it, which is an error.
function(jacquard_precompiled target name)
  if(JACQUARD_PCH)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()
