# SPDX-License-Identifier: Apache-2.0

# weft_library(name SOURCES … [PUBLIC …] [PRIVATE …]): one static library a folder. Which headers the folder may include is in
# docs/architecture.md, section 9.
function(weft_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE ${ARG_PRIVATE})
endfunction()

# weft_use_host_pch(target): a library of the host's side that includes fmt, nlohmann-json or much of the standard library.
function(weft_use_host_pch)
  foreach(target IN LISTS ARGN)
    target_precompile_headers(${target} REUSE_FROM weft_host_pch)
  endforeach()
endfunction()
