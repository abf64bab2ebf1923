# Accellera's SystemC as the target SystemC::SystemC. Debian ships no CMake package of it.
#
# The library has a symbol named after its version and the C++ standard it was built as, which every
# object that includes <systemc> refers to, so a project of another standard fails at link. Here it
# fails when configured, in words.
find_path(SystemC_INCLUDE_DIR systemc)
find_library(SystemC_LIBRARY systemc)
mark_as_advanced(SystemC_INCLUDE_DIR SystemC_LIBRARY)

foreach(found SystemC_INCLUDE_DIR SystemC_LIBRARY)
  if(NOT ${found} AND SystemC_FIND_REQUIRED)
    # (A text that begins with a space is not broken into several lines.)
    message(FATAL_ERROR " SystemC: no ${found} found; apt-get install libsystemc-dev")
  endif()
endforeach()

if(SystemC_INCLUDE_DIR AND SystemC_LIBRARY)
  file(STRINGS "${SystemC_LIBRARY}" symbol REGEX "sc_api_version_[0-9_]+_cxx[0-9]+" LIMIT_COUNT 1)
  if(symbol MATCHES "sc_api_version_([0-9]+)_([0-9]+)_([0-9]+)_cxx20([0-9][0-9])")
    set(SystemC_VERSION "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}.${CMAKE_MATCH_3}")
    if(NOT CMAKE_CXX_STANDARD STREQUAL "${CMAKE_MATCH_4}")
      message(FATAL_ERROR " SystemC: ${SystemC_LIBRARY} was built as C++${CMAKE_MATCH_4}, so CMAKE_CXX_STANDARD must be ${CMAKE_MATCH_4}, not \"${CMAKE_CXX_STANDARD}\"")
    endif()
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC
  REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR VERSION_VAR SystemC_VERSION)

if(SystemC_FOUND AND NOT TARGET SystemC::SystemC)
  find_package(Threads REQUIRED)
  add_library(SystemC::SystemC UNKNOWN IMPORTED)
  set_target_properties(SystemC::SystemC PROPERTIES
    IMPORTED_LOCATION "${SystemC_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${SystemC_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES Threads::Threads)
endif()
