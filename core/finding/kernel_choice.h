#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/finding/analysis_result.h"

namespace warpwright {

/// The kernel of an answer that `wanted` names, as core/kernel/kernel_name.h reads it. It is a part of the answer.
/// Errors (usage): there is none, or there are several; the message lists them.
Result<const KernelSummary*> chooseKernel(const AnalysisResult& analysis, const std::string& wanted);

/// The kernels of an answer that `wanted` names; several are overloads, or of several namespaces or files.
std::vector<const KernelSummary*> kernelsNamed(const AnalysisResult& analysis, const std::string& wanted);
/// The same of these kernels, of one answer or of several.
std::vector<const KernelSummary*> kernelsNamed(const std::vector<const KernelSummary*>& kernels,
                                               const std::string& wanted);

/// "rows(const float *, int)": how a kernel of an answer is named so that overloads are told apart.
std::string nameWithParameters(const KernelSummary& kernel);

/// "in srad, test": the programs that have a kernel of the answer; empty where it is of one program, or none is known.
std::string inPrograms(const KernelSummary& kernel, const AnalysisResult& analysis);

}  // namespace warpwright
