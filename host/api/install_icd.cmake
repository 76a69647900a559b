# SPDX-License-Identifier: Apache-2.0
# Writes weft.icd when Weft is installed, as only then its prefix is known (cmake --install build --prefix DIR).
#
# LIBRARY is libweft.so below the prefix. VENDOR_DIR is where the file goes; if it is empty, the folder in which the ICD
# loader looks if the prefix is the system's, else one in the prefix: nothing outside of it is touched then.
get_filename_component(PREFIX "${CMAKE_INSTALL_PREFIX}" ABSOLUTE)
if(NOT VENDOR_DIR AND PREFIX MATCHES "^/usr(/local)?$")
  set(VENDOR_DIR /etc/OpenCL/vendors)
elseif(NOT VENDOR_DIR)
  set(VENDOR_DIR "${PREFIX}/etc/OpenCL/vendors")
  message(STATUS "OpenCL programs find Weft with OCL_ICD_VENDORS=${VENDOR_DIR}/weft.icd")
endif()
set(FILE "${VENDOR_DIR}/weft.icd")
message(STATUS "Installing: $ENV{DESTDIR}${FILE}")
file(WRITE "$ENV{DESTDIR}${FILE}" "${PREFIX}/${LIBRARY}\n")
list(APPEND CMAKE_INSTALL_MANIFEST_FILES "${FILE}")
