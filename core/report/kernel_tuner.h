#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/capture/capture_file.h"
#include "core/report/report_input.h"

namespace warpwright {

/// A tuning for Kernel Tuner, as files below a folder of its own.
struct KernelTunerExport {
  std::vector<std::pair<std::string, std::string>> files;  ///< name and bytes
  size_t variants = 0;                                     ///< the original among them
  std::vector<std::string> leftOut;                        ///< variants that are not in it, each with the reason
};

/// The variants of a tuned kernel that compute the same, as a space: a parameter VARIANT chooses the text, and with it
/// block and grid, of one source file that includes all. Arguments, their data and the reference are those of the
/// captured launch, as raw files. `tune.py` gives all of it to `kernel_tuner.tune_kernel`; `tuning.json` says the same
/// in the T1 format. Errors (input): the capture is of another kernel, or damaged; the tuning has no launch; an
/// argument is a structure; the kernel is a template or in a namespace, so that its name alone does not find it.
Result<KernelTunerExport> kernelTunerExport(const ReportInput& input, const TuningTable& table,
                                            const CaptureReader& capture);

}  // namespace warpwright
