#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/finding/opportunity.h"
#include "core/finding/pass_description.h"
#include "core/finding/program_summary.h"
#include "core/kernel/kernel_model.h"
#include "core/kernel/observed_launch.h"

namespace warpwright {

/// A compiler message.
struct Diagnostic {
  enum class Severity : uint8_t { note, warning, error };
  Severity severity = Severity::error;
  SourceRange range;
  std::string message;
  /// What it is about, where somebody asks for that, and the name or the header that it names first. Not in JSON.
  enum class About : uint8_t { other, missingHeader, undeclaredName, nestedLaunch };
  About about = About::other;
  std::string name = {};
};

/// How one source file was read.
struct UnitSummary {
  std::string file;
  std::string headers;  ///< "toolkit" or "own"
  std::vector<Diagnostic> errors;
  std::vector<std::string> missingHeaders;  ///< includes that were not found and skipped
  std::vector<std::string>
      guessedHeaders;              ///< paths of headers that no flag leads to, found by their names in the project
  std::vector<std::string> notes;  ///< what was worked around: split chevrons, texture references
  double parseSeconds = 0;
  double proofSeconds = 0;
  std::string folder;              ///< where relative names among the flags start
  std::vector<std::string> flags;  ///< what nvcc is given for it, but for the architecture
};

/// Was all of it understood by the compiler?
inline bool isWithoutErrors(const UnitSummary& unit) {
  return std::none_of(unit.errors.begin(), unit.errors.end(),
                      [](const Diagnostic& one) { return one.severity == Diagnostic::Severity::error; });
}

/// What the compiler or the estimate says a kernel needs of a multiprocessor.
struct KernelResources {
  std::optional<uint32_t> registers;
  std::optional<uint32_t> registersLow, registersHigh;  ///< band of an estimate
  uint64_t sharedBytes = 0;         ///< a block: what the kernel declares and what its largest launch adds
  std::string source = "estimate";  ///< "ptxas" or "estimate"
};

/// One kernel of the answer; all instantiations of a template are one kernel here.
struct KernelSummary {
  std::string name;
  std::string signature;
  SourceRange definition;
  SourcePosition nameAt;
  std::vector<Launch> launches;
  KernelResources resources;
  bool hasErrors = false;
  Message unknownReason;
  std::vector<Opportunity> opportunities;
  std::vector<ObservedLaunch> observed = {};  ///< of all instantiations, in a run: no finding rests on them
  uint64_t observedOthers = 0;                ///< launches in that run that were too many to be kept
  std::vector<std::string> programs = {};     ///< names of those of the answer that have it
  std::vector<std::string> instances = {};    ///< of a template, each as a compiler names it ("_Z4rowsIfEvPT_")
  std::string unit = {};  ///< the file whose compilation holds it; of several, the first that launches it
};

/// The answer to `analyze`.
struct AnalysisResult {
  std::vector<UnitSummary> units;
  std::vector<KernelSummary> kernels;
  PassDescriptions passes;       ///< of the passes that looked
  bool awaitsRegisters = false;  ///< of a partial answer: the findings are all there, registers are still counted
  std::optional<ObservedRun> observedRun = {};  ///< where a run was observed for it
  std::vector<ProgramSummary> programs = {};    ///< that the paths belong to; none where nobody asked for them
};

/// The schema `warpwright.analysis/1` of ARCHITECTURE.md, and back (for the IDE, sessions and reports).
nlohmann::json toJson(const AnalysisResult& result);
Result<AnalysisResult> analysisFromJson(const nlohmann::json& json);
nlohmann::json toJson(const Opportunity& opportunity);
/// {"speedup", "speedup_low", "speedup_high", "bound", "inputs"}; null where nothing is known.
nlohmann::json toJson(const Estimate& estimate);
Result<Opportunity> opportunityFromJson(const nlohmann::json& json);

}  // namespace warpwright
