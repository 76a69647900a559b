// SPDX-License-Identifier: Apache-2.0
// Static objects of this library are not destroyed when the process exits.
//
// Threads of the library may be at work then, until the exit guard (host/core/execution/exit_guard.h) has ended what
// they do. Weft's own static objects live on; but LLVM, which makes machine code for the instant engine, has many that
// are made at first use. Those would be destroyed before the guard is called, since it was registered before them. The
// linker sends this library's registrations of destructors here (CMakeLists.txt).
extern "C" int weftKeepStaticObject(void (*)(void *), void *, void *);

int weftKeepStaticObject(void (*)(void *), void *, void *) { return 0; }
