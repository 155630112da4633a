#pragma once

#include <cstdint>

namespace warpwright::engine {

/// A fault outside device code: what the host program did.
struct HostFault {
  int signal = 0;
  uint64_t address = 0;  ///< that was touched
  uint64_t programCounter = 0;
};

/// Installs handlers for SIGSEGV, SIGBUS, SIGFPE and SIGILL on an alternate stack, once a process. A fault in device
/// code ends the launch with a message. Any other fault is given to `onHostFault`, which must not return (it writes a
/// message with async-signal-safe calls and ends the process); null: the default action of the signal.
/// `DeviceProgram::load` calls it with null where nobody has called it before; a later call sets the new callback.
void installFaultHandlers(void (*onHostFault)(const HostFault&));

/// Faults of the host in memory that is protected on purpose are given to `onAccess` first; false: it is none. With
/// `step` set, `onStep` is called once the instruction has been done. Null: no more.
void watchHostAccesses(bool (*onAccess)(uint64_t address, bool writes, uint64_t programCounter, bool& step),
                       void (*onStep)());

}  // namespace warpwright::engine
