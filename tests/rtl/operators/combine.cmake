# SPDX-License-Identifier: Apache-2.0
# cmake -DDIR=… -DPREFIX=… -DOUT=… -P combine.cmake: one translation unit of all that Verilator wrote, which compiles fastest
# and lets the compiler put the DPI bodies in line.
file(GLOB sources ${DIR}/${PREFIX}*.cpp)
list(SORT sources)
set(text "#include \"rtl/fp/fp_fast.h\"\n")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${OUT} "${text}")
