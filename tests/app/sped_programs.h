#pragma once

#include <vector>

#include "core/execute/tune/program_speedup.h"

namespace warpwright {

/// What became of whole programs on a GPU: one that is faster, one that differs, one in which nothing is changed.
inline std::vector<ProgramSpeedup> spedPrograms() {
  ProgramSpeedup faster;
  faster.whole.device = "NVIDIA H200";
  faster.whole.driver = "13.0";
  faster.whole.program = "/p/main.cu";
  SpedKernel tuned;
  tuned.profile.name = "void step<float>(float*, int)";
  tuned.profile.launches = 100;
  tuned.profile.totalNs = 2'000'000;
  tuned.share = 0.8;
  tuned.file = "/p/step.cu";
  tuned.words = "C=4 along y";
  tuned.gain = 1.5;
  tuned.tuned.emplace();
  tuned.tuned->table.session = "/p/s-step.wws";
  tuned.tuned->table.rows.resize(3);
  tuned.tuned->result.best.emplace();
  SpedKernel library;
  library.profile.name = "cublas_kernel";
  library.profile.launches = 1;
  library.profile.totalNs = 500'000;
  library.share = 0.2;
  library.whyNot = "No source of the program has it: it is of a library.";
  faster.kernels = {tuned, library};
  faster.files = {{"/p/step.cu", "old", "new"}};
  faster.whole.kernelsBefore = {2.5e-3, 2.4e-3, 2.6e-3};
  faster.whole.kernelsAfter = {1.25e-3, 1.2e-3, 1.3e-3};
  faster.whole.wholeBefore = faster.whole.wholeAfter = {1e-2, 9e-3, 1.2e-2};
  faster.whole.outputs.words = 12;
  faster.whole.outputs.files = 1;
  faster.whole.outputs.notCompared = {"numbers in 1 line on stdout, such as `time 3 ms`"};
  ProgramSpeedup differs = faster;
  differs.whole.outputs.difference = "Its exit code is 1, and of the original 0.";
  ProgramSpeedup same = faster;
  same.files.clear();
  same.kernels = {library};
  same.whole.kernelsAfter = same.whole.kernelsBefore;
  return {faster, differs, same};
}

}  // namespace warpwright
