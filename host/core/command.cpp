// SPDX-License-Identifier: Apache-2.0
#include "host/core/command.h"

#include <fmt/format.h>

#include "host/core/context.h"
#include "host/core/device.h"

namespace weft::core {
namespace {

const char *nameOf(cl_command_type type) {
  switch (type) {
#define NAME(command)                                                                                                  \
  case command:                                                                                                        \
    return #command;
    NAME(CL_COMMAND_NDRANGE_KERNEL)
    NAME(CL_COMMAND_TASK)
    NAME(CL_COMMAND_READ_BUFFER)
    NAME(CL_COMMAND_WRITE_BUFFER)
    NAME(CL_COMMAND_READ_BUFFER_RECT)
    NAME(CL_COMMAND_WRITE_BUFFER_RECT)
    NAME(CL_COMMAND_COPY_BUFFER)
    NAME(CL_COMMAND_COPY_BUFFER_RECT)
    NAME(CL_COMMAND_FILL_BUFFER)
    NAME(CL_COMMAND_MAP_BUFFER)
    NAME(CL_COMMAND_UNMAP_MEM_OBJECT)
    NAME(CL_COMMAND_MIGRATE_MEM_OBJECTS)
    NAME(CL_COMMAND_MARKER)
    NAME(CL_COMMAND_BARRIER)
#undef NAME
  }
  return "a command";
}

}  // namespace

void Execution::start() {
  if (!running_)
    running_.emplace(device_.clock());
}

board::Driver &Execution::driver() {
  start();
  return device_.driver();
}

void Execution::add(const board::Completion &completion) {
  if (!timed_)
    start_ = completion.start;
  timed_ = true;
  end_ = completion.end;
  run_ += completion.runCycles;
  check(completion);
}

void Execution::check(const board::Completion &completion) {
  switch (completion.status) {
  case abi::Status::OK:
  case abi::Status::KERNEL_FAULT:
  case abi::Status::ABORTED:
    return;
  case abi::Status::BAD_DESCRIPTOR:
    throw Error(CL_OUT_OF_RESOURCES, "the device refused a command descriptor");
  case abi::Status::HOST_BUS_ERROR:
    throw Error(CL_OUT_OF_RESOURCES, "the device could not access host memory");
  case abi::Status::DEVICE_BUS_ERROR:
    throw Error(CL_OUT_OF_RESOURCES, "an access to device memory was refused");
  }
  throw Error(CL_OUT_OF_RESOURCES, fmt::format("the device reported unknown status {}", uint32_t(completion.status)));
}

Command::Command(Ref<Event> event, Work work)
    : event_(std::move(event)), work_(std::move(work)), backlogEntry_(event_->queue()->device().worker().backlog()) {}

const std::vector<unsigned> &Command::regions() const { return event_->queue()->device().regions(); }

cl_int Command::perform(Execution &execution, std::string &why) noexcept {
  cl_int code = CL_OUT_OF_HOST_MEMORY;
  try {
    try {
      if (work_.body)
        work_.body(execution);
      return CL_COMPLETE;
    } catch (const Error &error) {
      code = error.code();
      why = fmt::format("{}: {}", nameOf(event_->type()), error.what());
    } catch (const std::bad_alloc &) {
    } catch (const std::exception &error) {
      code = CL_OUT_OF_RESOURCES;
      why = fmt::format("{}: {}", nameOf(event_->type()), error.what());
    }
  } catch (...) {  // no memory to keep the reason
  }
  return code;
}

void Command::run(unsigned region) noexcept {
  Device &device = event_->queue()->device().root();
  Execution execution(device, region);
  cl_int status = CL_COMPLETE;
  if (waitFailed_) {
    status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
  } else {
    event_->running();
    std::string why;
    status = perform(execution, why);
    if (status != CL_COMPLETE) {
      event_->context().report(why.empty() ? "out of host memory" : why.c_str());
      event_->queue()->noteFailure(*event_, status);
    }
  }
  // What the command held is released before its completion can be seen: an object whose last user has completed goes
  // when the application releases it.
  work_.body.release();
  backlogEntry_.leave();
  if (execution.timed()) {
    event_->complete(status, device.nanoseconds(execution.startCycle()), device.nanoseconds(execution.endCycle()),
                     execution.runCycles());
  } else {
    const uint64_t now = event_->queue()->now();
    event_->complete(status, now, now, 0);
  }
}

void Command::retire() noexcept {
  event_->queue()->retire(*event_);
  event_ = nullptr;
}

}  // namespace weft::core
