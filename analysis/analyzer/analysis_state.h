#pragma once

#include <future>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "analysis/analyzer/finding_cache.h"
#include "analysis/analyzer/guarded_findings.h"
#include "analysis/analyzer/merged_answer.h"
#include "analysis/analyzer/rounding_check.h"
#include "analysis/analyzer/several_units.h"
#include "analysis/analyzer/unit_cache.h"
#include "analysis/analyzer/unit_kernels.h"
#include "analysis/passes/contradicted.h"
#include "analysis/passes/pass.h"
#include "analysis/resources/kernel_registers.h"
#include "core/base/hash.h"
#include "core/device/device.h"

namespace warpwright::analysis {

/// What an analyzer keeps, and what its questions have in common. Of analysis.cpp and look_at_unit.cpp.
struct Analyzer::State {
  using RegistersKey = std::pair<ContentHash, std::string>;  ///< device code and architecture

  explicit State(AnalyzeOptions asked);

  bool ownHeaders() const { return options.parse.headers == frontend::HeaderMode::own; }
  /// The device that a unit's findings are for. Errors (usage): there is none such.
  Result<Device> deviceOf(const frontend::CompileCommand& command) const;
  /// The launches that the user gives. Errors: one that is none.
  Result<model::ModelOptions> launches() const;
  Result<std::vector<model::ParsedKernel>> kernelsOf(const frontend::ParsedUnit& unit,
                                                     const model::ModelOptions& wanted, std::stop_token stop) {
    return unitKernels.of(unit, wanted, options.parse, std::move(stop));
  }
  /// Where the finding comes from that is meant when `file` is named; null where none is known. Errors: kernels of one
  /// name in several files have it.
  Result<const FindingOrigin*> originOf(const std::string& id, const std::filesystem::path& file) const;
  /// Texts may have changed; `units` are looked at together.
  void lookAgain(const std::vector<frontend::CompileCommand>& units) {
    openFlags = {};
    sharedTexts.lookAt(units);
    unitKernels.lookAgain(units, options.flags);
  }
  /// What is said of the project that the paths are of. Errors: it cannot be read.
  Status applySettings(const std::vector<std::filesystem::path>& paths);
  /// Begins an answer about these.
  void begin(std::vector<frontend::CompileCommand> together);
  /// For MergedAnswer::finish.
  MergedAnswer::WhyWithout whyWithout() {
    return [this](const auto& others, const auto& file, const auto& unit) {
      return sharedTexts.whyWithout(others, file, unit);
    };
  }
  /// Looks at one unit, unless what it says is known. `isLast`: whoever waits, waits for nothing else. Errors: those of
  /// Analyzer::analyze.
  Status lookAt(const frontend::CompileCommand& command, bool isLast, UnitListener& listener, std::stop_token stop);
  /// Looks at it, and keeps what it says for the next time.
  Status lookAgainAt(const frontend::CompileCommand& command, bool isLast, UnitListener& listener,
                     std::stop_token stop);
  /// Why a change of a kernel's text, and of all files that it touches, cannot be judged here; empty: it can.
  Message whyOpen(Message ofKernel, const Rewrite& change, const frontend::CompileCommand& command);
  /// The same of one file, and of a kernel's.
  Message whyOpen(const std::string& file, const frontend::CompileCommand& command);
  Message whyOpen(const model::ParsedKernel& kernel, const frontend::CompileCommand& command);
  /// Can the finding be made with these values, as far as it is there, and does no launch stand against it, of its unit
  /// or of another? Errors: the reason why not.
  Status check(const passes::Pass& pass, const passes::KernelContext& context, const std::string& id,
               const ParameterValues& values, passes::Contradictions& contradictions) const;
  /// Why the changed text may round otherwise; empty: it does not. `why`: it may, as the pass says. Errors: it does not
  /// compile; cancelled.
  Result<Message> checkChange(const RoundingCheck::Subject& subject, const Message& why, const Rewrite& change,
                              const std::stop_token& stop);
  GuardTools guardTools(Device device) {
    return {options, parser, sharedTexts, unitKernels, cache, rounding, std::move(device)};
  }

  AnalyzeOptions given;                         ///< what the analyzer was asked with
  AnalyzeOptions options;                       ///< and what projects say of themselves
  std::vector<frontend::CompileCommand> units;  ///< that are looked at together
  frontend::UnitParser parser;
  FindingCache cache;
  bool keepsFindings = true;
  RoundingCheck rounding;
  std::map<RegistersKey, resources::KernelRegisters> registers;
  KnownUnits known;
  OpenFlags openFlags;
  SharedTexts sharedTexts{openFlags};
  UnitKernels unitKernels{openFlags};
  std::shared_ptr<UnitCache> unitCache;  ///< null: nothing is kept
  /// What was looked at before, by file, project and flags: the parser remembers it.
  std::set<std::tuple<std::filesystem::path, std::filesystem::path, std::vector<std::string>>> seen;

 private:
  std::future<resources::KernelRegisters> countRegisters(const frontend::ParsedUnit& unit,
                                                         const std::vector<model::ParsedKernel>& kernels,
                                                         const std::string& arch, RegistersKey& key,
                                                         std::stop_token stop) const;
  Status lookAfresh(const frontend::CompileCommand& command, bool isLast, UnitListener& listener, bool& isNew,
                    std::stop_token stop);
  void recordFiles(frontend::ReadRecord& reads, const frontend::ParsedUnit& unit) const;
  void keepRegisters(const RegistersKey& key, const resources::KernelRegisters& counted);
};

}  // namespace warpwright::analysis
