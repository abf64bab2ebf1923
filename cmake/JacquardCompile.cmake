# Language, warnings and instrumentation that every target of the project shares.
set(CMAKE_CXX_STANDARD 17)  # Debian's SystemC is built as C++17; another standard fails at link
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(JACQUARD_SANITIZE)
  set(CMAKE_CXX_FLAGS_RELEASE "-O1 -g1")
else()
  set(CMAKE_CXX_FLAGS_RELEASE "-O2")  # symbols are RelWithDebInfo's: they made a program five times larger
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # In kB. GCC's garbage collector took a tenth of its time; a source then takes up to 0.75 GB.
  add_compile_options(--param=ggc-min-heapsize=2000000)
endif()
# Paths of the machine that builds stay out of the program.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -ffile-prefix-map=${PROJECT_BINARY_DIR}/=)

# A program of 40 libraries in a fifth of the time. Tests are some fifty of them.
find_program(LLD ld.lld)
if(LLD)
  add_link_options(-fuse-ld=lld)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # Without this sloppiness ccache would not answer for what uses a precompiled header. Paths within the
  # tree count as relative, so that a copy of it in another folder is answered too.
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()

add_library(jacquard_warnings INTERFACE)
# Of sources compiled as one, a local name may be that of a constant of another source.
# Clang has no word for that.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(shadow $<IF:$<BOOL:$<TARGET_PROPERTY:JACQUARD_UNITY>>,-Wshadow=local,-Wshadow>)
else()
  set(shadow $<$<NOT:$<BOOL:$<TARGET_PROPERTY:JACQUARD_UNITY>>>:-Wshadow>)
endif()
target_compile_options(jacquard_warnings INTERFACE
  -Wall -Wextra -Wpedantic ${shadow} -Wconversion -Wsign-conversion)
string(REGEX MATCH "^[0-9]+" major "${CMAKE_CXX_COMPILER_VERSION}")
if((JACQUARD_WERROR MATCHES "^[0-9][0-9]" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
    JACQUARD_WERROR EQUAL major) OR (JACQUARD_WERROR AND NOT JACQUARD_WERROR MATCHES "^[0-9][0-9]"))
  target_compile_options(jacquard_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 guesses which function a virtual call means, and then warns of its own wrong guess.
  target_compile_options(jacquard_warnings INTERFACE -Wno-array-bounds)
endif()
if(JACQUARD_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 finds fault with its own headers once sanitizers have rewritten them.
  target_compile_options(jacquard_warnings INTERFACE -Wno-maybe-uninitialized)
endif()

if(JACQUARD_SANITIZE)
  # Each access would be asked three things more, of which ASan sees what matters: a fifth of what the
  # compiler takes, and five sixths of a program's data, which is read at each start.
  add_compile_options(-fsanitize=${JACQUARD_SANITIZE} -fno-sanitize=null,alignment,object-size
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # A program that may be loaded anywhere begins by writing into 9.7 million places of what sanitizers
  # add: 0.17 of the 0.4 CPU seconds that its start takes, which tests do thousands of times.
  add_link_options(-fsanitize=${JACQUARD_SANITIZE} -no-pie)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Each check of an address is a call instead of code in place: a fifth less for the compiler.
    add_compile_options(--param=asan-instrumentation-with-call-threshold=0)
  endif()
endif()
# Parts that read options, make rows and print: what the compiler takes counts, not what it makes.
# -Og is a sixth faster to compile than -O1.
if(JACQUARD_SANITIZE)
  set(JACQUARD_PRINTING_OPTIONS $<$<CONFIG:Release>:-O0>)
else()
  set(JACQUARD_PRINTING_OPTIONS $<$<CONFIG:Release>:-Og>)
endif()
if(JACQUARD_BUILD_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)  # coverage that steers the fuzzer
endif()
if(JACQUARD_COVERAGE)
  add_compile_options(--coverage)
  add_link_options(--coverage)
  add_custom_target(coverage COMMAND "${PROJECT_SOURCE_DIR}/tools/coverage.sh" "${PROJECT_BINARY_DIR}")
endif()

# Headers are included as "jacquard/<folder>/<file>.hpp" both here and once installed.
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/include")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/sw" "${PROJECT_BINARY_DIR}/include/jacquard" SYMBOLIC)
# Data lies where an installed program has it too, wherever the build tree is (base/data_path.hpp).
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/share/jacquard")
foreach(folder rtl configs)
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${folder}" "${PROJECT_BINARY_DIR}/share/jacquard/${folder}" SYMBOLIC)
endforeach()
