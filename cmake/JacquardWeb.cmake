# jacquard_embed_web(<target>): compiles the page of `jacquard view` into the target: web/src, and uPlot of npm.
function(jacquard_embed_web target)
  set(web "${PROJECT_SOURCE_DIR}/web")
  set(uplot 1.6.32)
  set(uplot_hash 2883159c6ebccefbb95d751b0b82d010f9e1c0ec41b8bc96d401eda66e882935c89a46cb824332fa369b8cb8122cc6ac36e186cd09bf7a9ded3a4c93c6989023)
  set(JACQUARD_UPLOT "" CACHE FILEPATH "uplot-${uplot}.tgz of npm, for a build without a network")
  set(archive "${PROJECT_BINARY_DIR}/npm/uplot-${uplot}.tgz")
  if(JACQUARD_UPLOT)
    file(COPY_FILE "${JACQUARD_UPLOT}" "${archive}")
  endif()
  if(EXISTS "${archive}")
    file(SHA512 "${archive}" found)
    if(NOT found STREQUAL uplot_hash)
      file(REMOVE "${archive}")
    endif()
  endif()
  if(NOT EXISTS "${archive}")  # its hash is what is trusted, not where it comes from
    file(DOWNLOAD "https://registry.npmjs.org/uplot/-/uplot-${uplot}.tgz" "${archive}" STATUS status TIMEOUT 30)
    if(EXISTS "${archive}")
      file(SHA512 "${archive}" found)
    endif()
    if(NOT found STREQUAL uplot_hash)
      file(REMOVE "${archive}")
      message(WARNING "uPlot ${uplot} cannot be had from npm (${status}): pages of `jacquard view` have no line charts. "
        "With a network, configure again; without one, -DJACQUARD_UPLOT=uplot-${uplot}.tgz.")
    endif()
  endif()
  set(library "${PROJECT_BINARY_DIR}/npm/package")
  if(EXISTS "${archive}")
    file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${PROJECT_BINARY_DIR}/npm")
  endif()

  # In this order: a module stands after those that it imports.
  set(modules format dom data theme canvas layers spans table lines sliders command laws matrix
    bars trace points parallel cloud
    views/compare views/step views/server views/ladder views/schedule views/search views/waves views/collective views/fabric views/sweep views/rows views/pictures views/settings app)
  list(TRANSFORM modules PREPEND "${web}/src/")
  list(TRANSFORM modules APPEND ".js")
  set(text "${PROJECT_BINARY_DIR}/web_text.cpp")
  add_custom_command(OUTPUT "${text}"
    COMMAND ${CMAKE_COMMAND} "-DMODULES=${modules}" "-DLIBRARY=${library}" "-DSTYLE=${web}/style.css"
      "-DTEXT=${text}" -P "${PROJECT_SOURCE_DIR}/cmake/JacquardBundle.cmake"
    DEPENDS ${modules} "${web}/style.css" "${PROJECT_SOURCE_DIR}/cmake/JacquardBundle.cmake" VERBATIM)
  target_sources(${target} PRIVATE "${text}")
  set_source_files_properties("${text}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
endfunction()
