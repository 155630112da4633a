#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/analyzer/unit_findings.h"

namespace warpwright::analysis {

/// A part of what a unit says, as a worker hands it on: one of these.
struct UnitPart {
  std::optional<UnitFindings> whole;  ///< all of it: there are no others
  std::optional<UnitFindings> begun;  ///< its kernels, before any finding: the first of several
  std::optional<std::pair<size_t, std::vector<UnitFindings::Found>>> decided;  ///< all findings of one of them
  std::optional<std::vector<KernelResources>> registers;                       ///< of all of them: the last
};

/// Errors: it is none.
Result<UnitPart> unitPartFromJson(const nlohmann::json& json);

/// Tells a listener what the part says.
void replay(UnitPart part, UnitListener& listener);

/// Hands on what a unit says as it becomes known, so that it is not lost with the worker or with the time: its kernels,
/// then each one's findings.
class ToldInParts final : public UnitListener {
 public:
  using Say = std::function<void(nlohmann::json part)>;

  ToldInParts(Say say, std::function<void(double part, std::string_view phase)> tell)
      : say_(std::move(say)), tell_(std::move(tell)) {}
  void looking(const PassDescriptions& passes) override { begun_.passes = passes; }
  void failed(const Error& why) override { begun_.failed = why; }
  void unit(UnitSummary summary, std::vector<UnitFindings::Kernel> kernels, model::FunctionTexts texts) override;
  void decided(size_t kernel, std::vector<UnitFindings::Found> found) override;
  void counted(size_t kernel, const KernelResources& registers) override { registers_[kernel] = registers; }
  void progress(double part, std::string_view phase, bool) override {
    if (tell_) tell_(part, phase);
  }
  /// The last part, once all has been told.
  nlohmann::json last() const;

 private:
  Say say_;
  std::function<void(double, std::string_view)> tell_;
  UnitFindings begun_;
  std::vector<KernelResources> registers_;
};

}  // namespace warpwright::analysis
