# SPDX-License-Identifier: Apache-2.0
# cmake -DDIR=… -DOUT=… [-DFIRST=header] -P combine.cmake: one translation unit of all that Verilator wrote in DIR, which
# compiles fastest and lets the compiler put DPI bodies in line.
file(GLOB sources ${DIR}/*.cpp)
list(SORT sources)
set(text "")
foreach(source IN LISTS FIRST sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${OUT} "${text}")
