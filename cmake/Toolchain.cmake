# SPDX-License-Identifier: Apache-2.0
# The compiler, linker and versions Weft is built with (docs/toolchain.md says why these).
find_program(CCACHE ccache)
if(CCACHE)
  # Without these two, and -fno-pch-timestamp below, ccache passes by translation units that use a precompiled header:
  # most of them. CCACHE_DEPEND: what a unit includes it learns from the compiler, instead of preprocessing it first.
  set(launcher env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_DEPEND=1 ${CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options(-fuse-ld=lld)
  add_compile_options(-Xclang -fno-pch-timestamp)
endif()
add_compile_options(-Wall -Wextra -Wno-unused-parameter)
