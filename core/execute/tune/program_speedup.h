#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/execute/tune/program_comparison.h"
#include "core/execute/tune/tuning_task.h"
#include "core/job/program_profile.h"

namespace warpwright {

/// A program that is to become faster as a whole, on a GPU of this machine.
struct ProgramTask {
  /// How each kernel is tuned: `program` is the whole program, `context.paths` what the user named. Kernel, launch,
  /// capture and target are set for each; `session` is empty, or the file after which those of kernels are called.
  TuningTask tuning;
  double leastShare = 0.05;  ///< of the time of all kernels that one has to take to be tuned
  size_t mostKernels = 5;    ///< that are tuned, those that take most
  size_t pairs = 3;          ///< runs of the whole program and of the changed one, in turns
};

/// One kernel of the program, and what was made of it.
struct SpedKernel {
  KernelProfile profile;       ///< of one run of the original
  double share = 0;            ///< of the time of all kernels, 0 … 1
  std::string file;            ///< that is compiled for it; empty: no source of the program has it
  std::optional<Tuned> tuned;  ///< where variants of it were judged
  std::string whyNot;          ///< why nothing of it was changed, a sentence; empty: it was
  std::string words;           ///< the change: "C=4 interleaved along y"
  std::optional<double> gain;  ///< of a launch, original ÷ variant
};

/// A program and what became of it.
struct ProgramSpeedup {
  WholeProgram whole;               ///< of both programs; of the original alone where nothing is changed
  std::vector<SpedKernel> kernels;  ///< those with the share, longest first
  ProgramProfile profile;           ///< of one run of the original
  std::vector<VariantFile> files;   ///< that are changed

  bool isChanged() const { return !files.empty(); }
};

/// Builds the program with nvcc and profiles it, tunes the kernels that take its time, puts the best of each together
/// in the order of their shares, and runs both programs in turns. Where a kernel's best can't be made once those before
/// it are, it is left as it is. The sessions of kernels, where they are kept, are told of the whole program, too.
/// Errors: the program does not build, run or use a GPU; no GPU, no nvcc; cancelled.
Result<ProgramSpeedup> speedUpProgram(const ProgramTask& task, AnalysisService& service,
                                      const ProgramProgress& progress, std::stop_token stop);

}  // namespace warpwright
