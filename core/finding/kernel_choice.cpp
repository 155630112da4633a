#include "core/finding/kernel_choice.h"

#include <algorithm>
#include <filesystem>

#include "core/kernel/kernel_name.h"

namespace warpwright {

std::string nameWithParameters(const KernelSummary& kernel) {
  const size_t open = kernel.signature.find('(');
  return kernel.name + (open == std::string::npos ? std::string() : kernel.signature.substr(open));
}

std::string inPrograms(const KernelSummary& kernel, const AnalysisResult& analysis) {
  if (analysis.programs.size() < 2) return {};
  std::string text;
  for (const std::string& name : kernel.programs) text += (text.empty() ? "in " : ", ") + name;
  return text;
}

std::vector<const KernelSummary*> kernelsNamed(const AnalysisResult& analysis, const std::string& wanted) {
  std::vector<const KernelSummary*> kernels;
  for (const KernelSummary& kernel : analysis.kernels) kernels.push_back(&kernel);
  return kernelsNamed(kernels, wanted);
}

std::vector<const KernelSummary*> kernelsNamed(const std::vector<const KernelSummary*>& kernels,
                                               const std::string& wanted) {
  std::vector<const KernelSummary*> meant, made;
  for (const KernelSummary* kernel : kernels) {
    if (!meansKernelOfSource(wanted, kernel->name, kernel->signature)) continue;
    meant.push_back(kernel);
    const auto isMeant = [&](const std::string& instance) { return meansKernel(wanted, instance); };
    if (std::any_of(kernel->instances.begin(), kernel->instances.end(), isMeant)) made.push_back(kernel);
  }
  // A template and its specialisations have one name; which of them an instance is of, the compiler's name tells.
  return made.empty() ? meant : made;
}

Result<const KernelSummary*> chooseKernel(const AnalysisResult& analysis, const std::string& wanted) {
  std::vector<std::string> names;
  for (const KernelSummary& kernel : analysis.kernels) {
    const bool saysParameters = wanted.find('(') != std::string::npos;
    names.push_back(saysParameters ? nameWithParameters(kernel) : kernel.name);
  }
  const std::vector<const KernelSummary*> meant = kernelsNamed(analysis, wanted);
  if (meant.empty()) return noSuchKernel(wanted, names);
  if (meant.size() == 1) return meant.front();
  std::vector<std::string> choices;
  for (const KernelSummary* kernel : meant) {
    const SourcePosition& at = kernel->nameAt;
    choices.push_back(nameWithParameters(*kernel));
    const std::string in = inPrograms(*kernel, analysis);
    if (at.isValid())
      choices.back() += " (" + std::filesystem::path(at.file).filename().string() + ":" + std::to_string(at.line) +
                        (in.empty() ? "" : ", " + in) + ")";
  }
  Error several = severalKernels(wanted, choices);
  several.message += " Those of several files are told apart by the file that is named.";
  return several;
}

}  // namespace warpwright
