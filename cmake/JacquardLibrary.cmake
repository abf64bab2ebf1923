# jacquard_library(<folder> [libraries...]): the static library jacquard::<folder> from every source
# below the calling folder but what belongs to a library of its own below it. It is installed with its
# public headers.
function(jacquard_library name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  file(GLOB inner "${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt")
  foreach(list ${inner})
    cmake_path(GET list PARENT_PATH folder)
    list(FILTER sources EXCLUDE REGEX "^${folder}/")
  endforeach()
  add_library(jacquard_${name} STATIC ${sources})
  add_library(jacquard::${name} ALIAS jacquard_${name})
  set_target_properties(jacquard_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(jacquard_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(jacquard_${name} PUBLIC cxx_std_17)
  target_link_libraries(jacquard_${name} PUBLIC ${ARGN} PRIVATE $<BUILD_INTERFACE:jacquard_warnings>)
  if(NOT name STREQUAL base)  # it uses none of them
    jacquard_precompiled(jacquard_${name} jacquard_headers)
  endif()
  jacquard_unity(jacquard_${name})
  install(TARGETS jacquard_${name} EXPORT jacquard COMPONENT dev)
  cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}/sw" OUTPUT_VARIABLE below)
  cmake_path(GET below PARENT_PATH parent)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/jacquard/${parent}"
    COMPONENT dev FILES_MATCHING PATTERN "*.hpp")
  set_property(GLOBAL APPEND PROPERTY JACQUARD_LIBRARIES ${name})
endfunction()

# systemc/ and sim/ install for programs that add a fabric, an engine or a verb of their own
# (docs/architecture.md). Their headers include each other from the top of the tree.
set(JACQUARD_PROGRAM_HEADERS "${CMAKE_INSTALL_INCLUDEDIR}/jacquard-program")
function(jacquard_install_part name)
  set_target_properties(jacquard_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS jacquard_${name} EXPORT jacquard_program COMPONENT dev)
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" DESTINATION "${JACQUARD_PROGRAM_HEADERS}"
    COMPONENT dev FILES_MATCHING PATTERN "*.hpp")
endfunction()
