// SPDX-License-Identifier: Apache-2.0
// Images: no device supports them as yet, so every call refuses as the standard says.
#include "host/api/handles.h"

namespace weft::entry {

namespace {

/// `function`: the entry point.
cl_mem refuseImage(cl_context context, cl_int *errcode_ret,
                   const std::source_location &function = std::source_location::current()) {
  return apiCreate(
      errcode_ret,
      [&]() -> cl_mem {
        fromHandle<Context>(context);
        throw Error(CL_INVALID_OPERATION, "no device of the context supports images");
      },
      function);
}

/// A command on an image: with a valid queue there is no image that `image` could name.
void refuseCommand(cl_command_queue queue, cl_mem image) {
  fromHandle<Queue>(queue);
  fromHandle<MemObject>(image);  // CL_INVALID_MEM_OBJECT for what is not even a memory object
  throw Error(CL_INVALID_MEM_OBJECT, "the memory object is not an image");
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags, const cl_image_format *,
                                              const cl_image_desc *, void *, cl_int *errcode_ret) {
  return refuseImage(context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *, cl_mem_flags,
                                                            const cl_image_format *, const cl_image_desc *, void *,
                                                            cl_int *errcode_ret) {
  return refuseImage(context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format *, size_t,
                                                size_t, size_t, void *, cl_int *errcode_ret) {
  return refuseImage(context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format *, size_t,
                                                size_t, size_t, size_t, size_t, void *, cl_int *errcode_ret) {
  return refuseImage(context, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                           cl_mem_object_type image_type, cl_uint num_entries,
                                                           cl_image_format *image_formats, cl_uint *num_image_formats) {
  return api([&] {
    fromHandle<Context>(context);
    constexpr cl_mem_flags kKnown = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR |
                                    CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_WRITE_ONLY |
                                    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_KERNEL_READ_AND_WRITE;
    require(!(flags & ~kKnown), CL_INVALID_VALUE, "unknown memory flag");
    require(image_type >= CL_MEM_OBJECT_IMAGE2D && image_type <= CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_INVALID_VALUE,
            "not an image type");
    require(!image_formats || num_entries, CL_INVALID_VALUE, "num_entries is 0 and image_formats is not NULL");
    if (num_image_formats)
      *num_image_formats = 0;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info, size_t, void *, size_t *) {
  return api([&] {
    fromHandle<MemObject>(image);
    throw Error(CL_INVALID_MEM_OBJECT, "the memory object is not an image");
  });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool,
                                                   const size_t *, const size_t *, size_t, size_t, void *, cl_uint,
                                                   const cl_event *, cl_event *) {
  return api([&] { refuseCommand(command_queue, image); });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool,
                                                    const size_t *, const size_t *, size_t, size_t, const void *,
                                                    cl_uint, const cl_event *, cl_event *) {
  return api([&] { refuseCommand(command_queue, image); });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *,
                                                   const size_t *, const size_t *, cl_uint, const cl_event *,
                                                   cl_event *) {
  return api([&] { refuseCommand(command_queue, image); });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem,
                                                   const size_t *, const size_t *, const size_t *, cl_uint,
                                                   const cl_event *, cl_event *) {
  return api([&] { refuseCommand(command_queue, src_image); });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem,
                                                           const size_t *, const size_t *, size_t, cl_uint,
                                                           const cl_event *, cl_event *) {
  return api([&] { refuseCommand(command_queue, src_image); });
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem, cl_mem dst_image,
                                                           size_t, const size_t *, const size_t *, cl_uint,
                                                           const cl_event *, cl_event *) {
  return api([&] { refuseCommand(command_queue, dst_image); });
}

CL_API_ENTRY void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool, cl_map_flags,
                                                 const size_t *, const size_t *, size_t *, size_t *, cl_uint,
                                                 const cl_event *, cl_event *, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&]() -> void * {
    refuseCommand(command_queue, image);
    return nullptr;
  });
}
}

}  // namespace weft::entry
