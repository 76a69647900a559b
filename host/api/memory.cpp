// SPDX-License-Identifier: Apache-2.0
// Buffer objects: creation, lifetime, queries.
#include <bit>

#include "host/api/handles.h"
#include "host/util/info_writer.h"

namespace weft::entry {

namespace {

constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags kHostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags kHostPtr = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// Checks the flags of a new buffer and fills in the default access.
cl_mem_flags checkFlags(cl_mem_flags flags, const void *hostPtr) {
  require(!(flags & ~(kAccess | kHostAccess | kHostPtr)), CL_INVALID_VALUE, "unknown memory flag");
  require(std::popcount(flags & kAccess) <= 1, CL_INVALID_VALUE, "more than one access flag");
  require(std::popcount(flags & kHostAccess) <= 1, CL_INVALID_VALUE, "more than one host access flag");
  require(!(flags & CL_MEM_USE_HOST_PTR) || !(flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)), CL_INVALID_VALUE,
          "CL_MEM_USE_HOST_PTR excludes CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR");
  const bool wanted = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  require(wanted == (hostPtr != nullptr), CL_INVALID_HOST_PTR, "host_ptr does not match the flags");
  return flags & kAccess ? flags : flags | CL_MEM_READ_WRITE;
}

/// `properties` may be NULL.
cl_mem createBuffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                    void *hostPtr) {
  Context &owner = fromHandle<Context>(context);
  require(!properties || properties[0] == 0, CL_INVALID_PROPERTY, "unknown memory property");
  const cl_mem_flags complete = checkFlags(flags, hostPtr);
  uint64_t limit = 0;
  for (Device *device : owner.devices())
    limit = std::max(limit, largestBuffer(device->root()));
  require(size != 0, CL_INVALID_BUFFER_SIZE, "the size is 0");
  require(size <= limit, CL_INVALID_BUFFER_SIZE, "the size exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE of every device");
  // The query gives what was given, terminator included.
  std::vector<cl_mem_properties> list;
  if (properties)
    list.push_back(0);
  return give(makeRef<Buffer>(owner, complete, size, hostPtr, std::move(list)));
}

/// The flags of a sub-buffer: what is not given is inherited.
cl_mem_flags subBufferFlags(const Buffer &parent, cl_mem_flags flags) {
  require(!(flags & ~(kAccess | kHostAccess)), CL_INVALID_VALUE, "flags that a sub-buffer cannot have");
  require(std::popcount(flags & kAccess) <= 1, CL_INVALID_VALUE, "more than one access flag");
  require(std::popcount(flags & kHostAccess) <= 1, CL_INVALID_VALUE, "more than one host access flag");
  const cl_mem_flags inherited = parent.flags();
  require(!(inherited & CL_MEM_WRITE_ONLY) || !(flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)), CL_INVALID_VALUE,
          "the parent is write-only");
  require(!(inherited & CL_MEM_READ_ONLY) || !(flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)), CL_INVALID_VALUE,
          "the parent is read-only");
  require(!(inherited & CL_MEM_HOST_WRITE_ONLY) || !(flags & CL_MEM_HOST_READ_ONLY), CL_INVALID_VALUE,
          "the host may only write the parent");
  require(!(inherited & CL_MEM_HOST_READ_ONLY) || !(flags & CL_MEM_HOST_WRITE_ONLY), CL_INVALID_VALUE,
          "the host may only read the parent");
  require(!(inherited & CL_MEM_HOST_NO_ACCESS) || !(flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)),
          CL_INVALID_VALUE, "the host may not access the parent");
  return (flags & kAccess ? flags & kAccess : inherited & kAccess) |
         (flags & kHostAccess ? flags & kHostAccess : inherited & kHostAccess) | (inherited & kHostPtr);
}

}  // namespace

extern "C" {

CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                                               cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] { return createBuffer(context, nullptr, flags, size, host_ptr); });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                             cl_mem_flags flags, size_t size, void *host_ptr,
                                                             cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] { return createBuffer(context, properties, flags, size, host_ptr); });
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                                                  cl_buffer_create_type buffer_create_type,
                                                  const void *buffer_create_info, cl_int *errcode_ret) {
  return apiCreate(errcode_ret, [&] {
    Buffer &parent = fromHandle<Buffer>(buffer);
    require(!parent.parent(), CL_INVALID_MEM_OBJECT, "the buffer is a sub-buffer itself");
    const cl_mem_flags complete = subBufferFlags(parent, flags);
    require(buffer_create_type == CL_BUFFER_CREATE_TYPE_REGION, CL_INVALID_VALUE, "unknown buffer_create_type");
    require(buffer_create_info != nullptr, CL_INVALID_VALUE, "buffer_create_info is NULL");
    const auto region = *static_cast<const cl_buffer_region *>(buffer_create_info);
    require(region.size != 0, CL_INVALID_BUFFER_SIZE, "the size is 0");
    require(region.origin <= parent.bytes() && region.size <= parent.bytes() - region.origin, CL_INVALID_VALUE,
            "the region exceeds the buffer");
    require(region.origin % Device::kBaseAlignment == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET,
            "the origin is not aligned for any device of the context");
    return give(makeRef<Buffer>(parent, complete, region.origin, region.size));
  });
}

CL_API_ENTRY cl_int CL_API_CALL clRetainMemObject(cl_mem memobj) {
  return api([&] { fromHandle<MemObject>(memobj).retain(); });
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
  return api([&] { fromHandle<MemObject>(memobj).release(); });
}

CL_API_ENTRY cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem memobj,
                                                                 void(CL_CALLBACK *pfn_notify)(cl_mem, void *),
                                                                 void *user_data) {
  return api([&] {
    MemObject &object = fromHandle<MemObject>(memobj);
    require(pfn_notify != nullptr, CL_INVALID_VALUE, "pfn_notify is NULL");
    object.onDestruction([=](cl_mem handle) { pfn_notify(handle, user_data); });
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size,
                                                   void *param_value, size_t *param_value_size_ret) {
  return api([&] {
    MemObject &object = fromHandle<MemObject>(memobj);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_MEM_TYPE:
      return info.scalar<cl_mem_object_type>(object.type());
    case CL_MEM_FLAGS:
      return info.scalar<cl_mem_flags>(object.flags());
    case CL_MEM_SIZE:
      return info.scalar<size_t>(object.bytes());
    case CL_MEM_HOST_PTR:
      return info.scalar<void *>(object.hostPtr());
    case CL_MEM_MAP_COUNT:
      return info.scalar<cl_uint>(object.mapCount());
    case CL_MEM_REFERENCE_COUNT:
      return info.scalar<cl_uint>(object.retained());
    case CL_MEM_CONTEXT:
      return info.scalar<cl_context>(object.context().handle());
    case CL_MEM_ASSOCIATED_MEMOBJECT:
      return info.scalar<cl_mem>(object.parent() ? object.parent()->handle() : nullptr);
    case CL_MEM_OFFSET:
      return info.scalar<size_t>(object.origin());
    case CL_MEM_USES_SVM_POINTER:
      return info.scalar<cl_bool>(CL_FALSE);
    case CL_MEM_PROPERTIES:
      return info.array(object.properties());
    }
    throw Error(CL_INVALID_VALUE, "unknown memory object query");
  });
}
}

}  // namespace weft::entry
