# SPDX-License-Identifier: Apache-2.0
# The compiler, linker and versions Weft is built with (docs/toolchain.md says why these).
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_link_options(-fuse-ld=lld)
  # ccache needs these two to cache translation units that use a precompiled header.
  add_compile_options(-Xclang -fno-pch-timestamp)
endif()
add_compile_options(-Wall -Wextra -Wno-unused-parameter)
