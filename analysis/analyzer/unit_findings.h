#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/model/function_texts.h"
#include "core/base/result.h"
#include "core/finding/analysis_result.h"
#include "core/finding/guard.h"
#include "core/finding/rewrite.h"

namespace warpwright::analysis {

/// What one unit says by itself, before it is put together with what others say: a value that travels.
struct UnitFindings {
  /// A finding with the change that it would make; empty where that was tried before.
  struct Found {
    Opportunity finding;
    Rewrite change;
  };
  struct Kernel {
    KernelSummary summary;  ///< without findings, and without registers
    std::string writtenAs;  ///< what it is in the source: the same of two instantiations
    bool isRead = true;     ///< in a form that is understood
    uint64_t function = 0;  ///< as `texts` calls it
    std::vector<WantedConstant> wanted;
    std::vector<Found> found;
    KernelResources counted;  ///< the registers alone
  };
  UnitSummary summary;
  PassDescriptions passes;  ///< of those that looked
  std::vector<Kernel> kernels;
  model::FunctionTexts texts;
  std::optional<Error> failed;  ///< why it could not be parsed at all: then there is nothing else
};

/// Is told what a unit says, as it becomes known: first what looked at it, then its summary with all kernels, then the
/// findings of each kernel and its registers.
class UnitListener {
 public:
  virtual ~UnitListener() = default;
  virtual void looking(const PassDescriptions& passes) = 0;
  /// The only one after `looking`, where the unit cannot be parsed.
  virtual void failed(const Error& why) = 0;
  /// Kernels without findings and registers.
  virtual void unit(UnitSummary summary, std::vector<UnitFindings::Kernel> kernels, model::FunctionTexts texts) = 0;
  /// All findings of a kernel, by its number among those of `unit`. Once a kernel, in any order.
  virtual void decided(size_t kernel, std::vector<UnitFindings::Found> found) = 0;
  virtual void counted(size_t kernel, const KernelResources& registers) = 0;
  /// `part` of the unit is done. `awaitsRegisters`: only they are missing.
  virtual void progress(double part, std::string_view phase, bool awaitsRegisters) = 0;
};

/// Keeps all that a unit says.
class RecordedUnit final : public UnitListener {
 public:
  void looking(const PassDescriptions& passes) override { findings.passes = passes; }
  void failed(const Error& why) override { findings.failed = why; }
  void unit(UnitSummary summary, std::vector<UnitFindings::Kernel> kernels, model::FunctionTexts texts) override {
    findings.summary = std::move(summary);
    findings.kernels = std::move(kernels);
    findings.texts = std::move(texts);
  }
  void decided(size_t kernel, std::vector<UnitFindings::Found> found) override {
    findings.kernels[kernel].found = std::move(found);
  }
  void counted(size_t kernel, const KernelResources& registers) override {
    findings.kernels[kernel].counted = registers;
  }
  void progress(double, std::string_view, bool) override {}

  UnitFindings findings;
};

/// Tells a listener what is known of a unit.
void replay(UnitFindings findings, UnitListener& listener);

/// For its way between processes, and back. Errors: it is something else.
nlohmann::json toJson(const UnitFindings& findings);
Result<UnitFindings> unitFindingsFromJson(const nlohmann::json& json);

}  // namespace warpwright::analysis
