# SPDX-License-Identifier: Apache-2.0
# cmake -DDIR=… -DPREFIX=… -DOUT=… -P combine.cmake: one translation unit of all that Verilator wrote, which compiles fastest.
file(GLOB sources ${DIR}/${PREFIX}*.cpp)
list(SORT sources)
set(text "")
foreach(source IN LISTS sources)
  string(APPEND text "#include \"${source}\"\n")
endforeach()
file(WRITE ${OUT} "${text}")
