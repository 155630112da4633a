#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine/lower/assumed_places.h"
#include "analysis/engine/lower/device_thread.h"
#include "analysis/engine/lower/trace_table.h"
#include "core/base/source_range.h"

namespace warpwright::engine {

enum class SiteKind : uint8_t { load, store, atomic, barrier, warpOperation, call };

/// One place in a kernel that a check or a message can name.
struct Site {
  SiteKind kind = SiteKind::load;
  uint32_t bytes = 0;         ///< of the access
  bool isVolatile = false;    ///< or an atomic load or store
  bool isAtomic = false;      ///< an atomic load or store, or an update
  bool knowsValue = false;    ///< a store hands its value to the checks
  bool excusesReads = false;  ///< an atomic that comes out right whatever a plain read before it saw
  bool ofBlock = false;       ///< an atomic or volatile access that is meant for threads of its block alone
  bool blind = false;         ///< an atomic whose thread does not look at what it found
  bool readOnly = false;      ///< a load that counts on nobody writing there during the launch: ld.global.nc, ldu
  bool copies = false;        ///< a load whose value is only stored elsewhere: what nobody wrote may be padding
  // Of a load that is one word of a structure which is copied whole, where the structure is read; 0 bytes: it is none.
  uint32_t wholeBytes = 0;
  uint32_t wholeBefore = 0;      ///< of its bytes, those that stand before the word
  uint32_t alignment = 1;        ///< what the address has to be a multiple of
  uint64_t bits = ~uint64_t{0};  ///< of at most 8 bytes: those that a load looks at, those that a store changes
  SourcePosition at;
  std::string object;         ///< the variable where it is known: "prev"; else empty
  uint64_t objectOffset = 0;  ///< of a shared variable in the block's shared memory
  uint64_t objectBytes = 0;   ///< 0: not known, or dynamic
  // What the address is computed from, where that is one pointer which each thread of a launch has:
  uint64_t base = 0;               ///< of a variable in device memory; 0: none
  int argument = -1;               ///< of the kernel, by number; -1: none
  uint32_t argumentOffset = 0;     ///< of the pointer in that argument
  std::vector<uint32_t> bypassed;  ///< where ways meet again: the warp operations and barriers on some of them
};

/// A shared variable of a kernel.
struct SharedVariable {
  std::string name;
  uint64_t offset = 0, bytes = 0;  ///< bytes 0: dynamic
  SourcePosition at;
};

/// Machine code of one kernel in one mode, and what names its places.
struct CompiledKernel {
  std::string name;  ///< for messages
  KernelEntry entry = nullptr;
  bool synchronises = false;  ///< has barriers, warp operations or spins: threads need stacks of their own
  bool stepwise = false;      ///< threads suspend at barriers into a frame: they need no stacks (`ThreadFrame`)
  bool checked = false;
  bool copiesAtOnce = false;  ///< it makes copies at once that a GPU goes on beside, by our own headers (checked code)
  uint64_t staticSharedBytes = 0;
  uint64_t localBytes = 0;  ///< of the entry's frame
  bool deepStack = false;   ///< recursion or calls through pointers
  unsigned maxThreadsPerBlock = 1024;
  std::vector<uint64_t> parameterSizes;
  std::vector<uint64_t> parameterOffsets;  ///< in the parameter memory of a GPU
  std::vector<SharedVariable> sharedVariables;
  /// Places of all kernels of the program: code of one may run in a launch of another, through a pointer.
  std::shared_ptr<std::vector<Site>> sites;
  /// What changes of the program rest on; may be null.
  std::shared_ptr<AssumptionTable> assumed;
  SourcePosition at;
  std::shared_ptr<TraceTable> trace;  ///< null: not compiled for tracing

  /// Where in the source an instruction comes from, in any kernel of the program.
  struct CodeMap {
    virtual ~CodeMap() = default;
    virtual bool contains(uint64_t programCounter) const = 0;
    /// Constants that lie beside the code.
    virtual bool containsData(uint64_t address) const = 0;
    virtual SourcePosition find(uint64_t programCounter) const = 0;
  };
  std::shared_ptr<CodeMap> code;
};

}  // namespace warpwright::engine
