# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT: a header with one hash over the files named in LIST, paths relative to ROOT included.
file(READ ${LIST} files)
list(SORT files)
set(hashes "")
foreach(file IN LISTS files)
  file(SHA256 ${file} hash)
  file(RELATIVE_PATH name ${ROOT} ${file})
  string(APPEND hashes "${name} ${hash}\n")
endforeach()
string(SHA256 identity "${hashes}")
string(SUBSTRING ${identity} 0 16 identity)
file(WRITE ${OUTPUT} "#define WEFT_GENERATOR \"weft ${VERSION} ${identity}\"\n")
