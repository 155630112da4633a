#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/engine/lower/device_unit.h"
#include "analysis/engine/memory/arena.h"
#include "analysis/engine/run/exact_sums.h"
#include "core/job/output_record.h"

namespace warpwright::engine {

/// Watches device memory for the record of what a program computed: which allocations changed at each launch, what was
/// copied to the host, what was in memory when it was freed and at the end. Does nothing until `recordTo`.
class OutputRecorder {
 public:
  void recordTo(OutputRecordWriter writer) { writer_.emplace(std::move(writer)); }
  /// Null: nothing is recorded.
  OutputRecordWriter* writer() { return writer_ ? &*writer_ : nullptr; }

  /// `hostWrites`: the host may change it without a call (managed and pinned memory). Of a variable that is watched
  /// already that is added.
  void addAllocation(const Allocation& allocation, bool hostWrites);
  /// A variable of the device code, also one that the host program does not know: of a function, of a namespace without
  /// a name.
  void addVariable(unsigned unit, const std::string& name, const DeviceVariable& variable, const Arena& arena);
  /// The same for the host's own memory that it gives to the device (cudaHostRegister): it may go before it is taken
  /// back.
  void addLent(const Allocation& allocation);
  /// What kernels have allocated and not freed, in place of what they had. Where it lies depends on the order of the
  /// threads: addresses are not told.
  void watchHeap(const std::vector<const Allocation*>& live);
  /// A call of the host program changed memory at `address`.
  void noteHostWrite(uint64_t address);
  /// `elementTypes`: of the allocation that each pointer argument leads to ("float"), "" where not known.
  void beforeLaunch(const std::string& kernel, const std::vector<uint64_t>& pointers,
                    const std::vector<std::string>& elementTypes);
  /// Sums that a launch has made, before `afterLaunch`.
  void addSums(const std::vector<BoundedSum>& sums);
  void afterLaunch(const std::string& kernel, const SourcePosition& at);
  /// `bytes` at `address` have been copied to `host`.
  void copiedToHost(uint64_t address, const void* host, uint64_t bytes, const SourcePosition& at);
  void beforeFree(uint64_t address, const SourcePosition& at);
  /// At the end of the program. Errors: the record could not be written.
  Status finish();

 private:
  struct Watched {
    uint32_t buffer = 0;
    uint64_t size = 0;
    bool hostWrites = false, dirty = true, lent = false;
  };
  std::map<uint64_t, Watched>::iterator holder(uint64_t address);
  void update(uint64_t base, Watched& watched);
  void updateAll(bool onlyDirty);

  std::optional<OutputRecordWriter> writer_;
  std::map<uint64_t, Watched> watched_;  ///< live allocations by address
  std::set<uint64_t> heap_;              ///< of them, those that kernels have made
};

}  // namespace warpwright::engine
