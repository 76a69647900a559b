# SPDX-License-Identifier: Apache-2.0
# WEFT_SANITIZE: thread, address (with leaks), undefined, or compiler: address and undefined for hls/ too; docs/sanitizers.md.
set(WEFT_SANITIZE "" CACHE STRING "Build for a sanitizer: thread, address, undefined or compiler")
set_property(CACHE WEFT_SANITIZE PROPERTY STRINGS "" thread address undefined compiler)
if(WEFT_SANITIZE STREQUAL "compiler")
  # LLVM has no run-time type information, which `vptr` asks for, and functions that it makes at run time have no type for
  # `function`. The assertions of the standard library find indices that are out of a container, but within its memory.
  set(weft_sanitizers -fsanitize=address,undefined -fno-sanitize=vptr,function)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
elseif(WEFT_SANITIZE)
  set(weft_sanitizers -fsanitize=${WEFT_SANITIZE})
endif()
if(WEFT_SANITIZE)
  add_link_options(${weft_sanitizers})
endif()

# Code that uses LLVM is instrumented for `compiler` alone. LLVM is not, so threads that share what it counts or allocates
# would be reported falsely.
# weft_sanitize(folder): before add_subdirectory(folder); all but the compiler, hls/.
macro(weft_sanitize folder)
  if(WEFT_SANITIZE)
    if(NOT DEFINED weft_plain_options)
      get_directory_property(weft_plain_options COMPILE_OPTIONS)
    endif()
    set_directory_properties(PROPERTIES COMPILE_OPTIONS "${weft_plain_options}")
    if(NOT "${folder}" STREQUAL "hls" OR WEFT_SANITIZE STREQUAL "compiler")
      add_compile_options(${weft_sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer -gline-tables-only)
    endif()
  endif()
endmacro()

# weft_sanitize_nothing(): for the targets that this folder makes from here on.
macro(weft_sanitize_nothing)
  if(WEFT_SANITIZE AND NOT WEFT_SANITIZE STREQUAL "compiler")
    set_directory_properties(PROPERTIES COMPILE_OPTIONS "${weft_plain_options}")
  endif()
endmacro()
