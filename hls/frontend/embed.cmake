# SPDX-License-Identifier: Apache-2.0
# cmake -DINPUT=file -DOUTPUT=file.cpp -DNAME=identifier -P embed.cmake: a file as a `const char []` (NUL-terminated) and its size.
file(READ ${INPUT} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "(0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,0x..,)" "\\1\n" bytes "${bytes}")
file(WRITE ${OUTPUT} "#include <cstddef>\nextern const char ${NAME}[];\nextern const size_t ${NAME}_size;\n"
  "const char ${NAME}[] = {\n${bytes}0};\nconst size_t ${NAME}_size = sizeof ${NAME} - 1;\n")
