# SPDX-License-Identifier: Apache-2.0
# WEFT_SANITIZE: thread, address (with leaks) or undefined; docs/sanitizers.md.
set(WEFT_SANITIZE "" CACHE STRING "Build for a sanitizer: thread, address or undefined")
set_property(CACHE WEFT_SANITIZE PROPERTY STRINGS "" thread address undefined)
if(WEFT_SANITIZE)
  add_link_options(-fsanitize=${WEFT_SANITIZE})
endif()

# Code that uses LLVM is not instrumented, as LLVM is not: what both share, such as containers, reference counts and
# precompiled headers, would be reported falsely, or refused.
# weft_sanitize(folder): before add_subdirectory(folder); all but the compiler, hls/.
macro(weft_sanitize folder)
  if(WEFT_SANITIZE)
    if(NOT DEFINED weft_plain_options)
      get_directory_property(weft_plain_options COMPILE_OPTIONS)
    endif()
    set_directory_properties(PROPERTIES COMPILE_OPTIONS "${weft_plain_options}")
    if(NOT "${folder}" STREQUAL "hls")
      add_compile_options(-fsanitize=${WEFT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -gline-tables-only)
    endif()
  endif()
endmacro()

# weft_sanitize_nothing(): for the targets that this folder makes from here on.
macro(weft_sanitize_nothing)
  if(WEFT_SANITIZE)
    set_directory_properties(PROPERTIES COMPILE_OPTIONS "${weft_plain_options}")
  endif()
endmacro()
