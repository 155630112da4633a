#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/job/program_field.h"
#include "core/kernel/kernel_model.h"

namespace warpwright::preexecution {

/// Numbers of HPCA'12, section 4; all but the unroll factor can be set when the program runs.
struct ProgramOptions {
  uint32_t unrollFactor = 8;      ///< threads fetched in one go (Figure 4: 8 keeps the request queue of the L2 busy)
  uint32_t batchSize = 16;        ///< unrolled groups between two looks at the skip factor
  uint32_t skipFactor = 32;       ///< threads to the next one that is fetched: 2 × line of the L3 ÷ size of float
  uint32_t lineBytes = 64;        ///< of the CPU's caches: what lies in one line is fetched once
  uint32_t concurrentBlocks = 1;  ///< thread blocks that the GPU runs at once
  std::string device;             ///< what `concurrentBlocks` was computed for; for the comments
};

/// A pre-execution program, as the texts of its files.
struct Program {
  std::string name;                  ///< "tmv_preexecution": of the files, and of the namespace
  std::string header;                ///< NAME.h: arguments, tuning, and the hook that runs it beside a launch
  std::string source;                ///< NAME.cpp
  std::string explanation;           ///< NAME.md
  std::vector<ProgramField> fields;  ///< of `Arguments`, in order
  /// All of it in one text for the model of a fused chip: each load calls `warpwright_load(address, bytes)` first, and
  /// `main` hands `warpwright_entry` the address of `uint64_t (const uint64_t* fields, const uint32_t* shape, const
  /// uint64_t* tuning, uint64_t (*l3Hits)(), void (*adapted)(uint64_t), const std::atomic<bool>* stop)`. Fields: one
  /// number each, two of a buffer. Shape: grid and block. Tuning: concurrent blocks, skip factor, batch size,
  /// threshold.
  std::string modelSource;
  /// The same to be loaded by a worker that runs it beside the kernel: without the calls, and with
  /// `extern "C" uint64_t warpwright_preexecute(…)`, which takes what the function above takes.
  std::string librarySource;
  bool heavyweight = false;  ///< HWST: with functions for kernel loops (Figure 8), else LWST (Figure 2)
  uint32_t fetches = 0, leftOut = 0;
  std::vector<std::string> notes;
};

/// Writes the program of one kernel. It reads the memory the kernel will read or write, never writes, and checks every
/// address against the size of its buffer: it can be wrong about what is worth a load, not crash.
/// Errors: the kernel has errors or was not understood, or no access of it is left in the slice.
Result<Program> writeProgram(const KernelModel& model, const ProgramOptions& options);

}  // namespace warpwright::preexecution
