#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/analyzer/unit_findings.h"
#include "analysis/analyzer/unit_texts.h"
#include "analysis/frontend/compile_command.h"

namespace warpwright::analysis {

/// Where a finding came from, so that its rewrite parses those units and no others.
struct FindingOrigin {
  std::vector<frontend::CompileCommand> commands;  ///< several where a header brings the kernel to several units
  Opportunity opportunity;
  std::string file;  ///< that holds the kernel's text
  Rewrite change;    ///< in all units so far; empty where it was tried before
  Message open;      ///< why it cannot be judged in all units that may have it; empty: it can
};

/// What is known of units beside an answer.
struct KnownUnits {
  std::map<std::pair<std::string, std::string>, FindingOrigin> origins;     ///< by id, and the file of the kernel
  std::map<SourcePosition, std::vector<frontend::CompileCommand>> unitsOf;  ///< by where a kernel's name stands
  std::map<SourcePosition, std::vector<WantedConstant>> wanted;  ///< by the same: what passes would like to know
  std::vector<UnitTexts> texts;                                  ///< what each unit makes of its files
};

/// Puts together what units say of kernels: a kernel that a header brings to several is one, and what holds of it must
/// hold in each. The same whoever looked at the units, as long as they come in the same order.
class MergedAnswer final : public UnitListener {
 public:
  using Tell = std::function<void(double part, std::string_view phase)>;

  /// `tell` is told of progress, with `result` as far as it is, and `onKernel` of each kernel of `result` of which all
  /// that a unit finds is in it. `known` is added to.
  MergedAnswer(KnownUnits& known, Tell tell, std::function<void(size_t kernel)> onKernel = {})
      : known_(known), tell_(std::move(tell)), onKernel_(std::move(onKernel)) {}

  /// From now on this unit is told of.
  void begin(const frontend::CompileCommand& command);
  /// Why the unit could not be parsed; null: it could.
  const Error* failure() const { return failure_ ? &*failure_ : nullptr; }
  /// No more is told of the unit: kernels that have not been decided are not. `lost`: why that is, unless nothing was.
  void end(const std::optional<Error>& lost = {});
  /// The kernels of the answer that a unit has told of and not decided.
  std::vector<size_t> undecided() const;
  /// The kernels of the answer that the unit has told of.
  const std::vector<size_t>& kernelsOfUnit() const { return places_; }
  /// This unit is not told of.
  void leaveOut(const frontend::CompileCommand& command) { leftOut_.insert(command.file); }
  /// Why a change of a file, which a unit has found, cannot be judged without others; empty: it can.
  using WhyWithout = std::function<std::string(const std::set<std::filesystem::path>& others, const std::string& file,
                                               const frontend::CompileCommand& unit)>;
  /// Once all units have been told of: what not all units that include a kernel have, cannot be judged. `whyWithout` is
  /// asked where some are left out, or could not be parsed.
  void finish(const WhyWithout& whyWithout);

  void looking(const PassDescriptions& passes) override;
  void failed(const Error& why) override;
  void unit(UnitSummary summary, std::vector<UnitFindings::Kernel> kernels, model::FunctionTexts texts) override;
  void decided(size_t kernel, std::vector<UnitFindings::Found> found) override;
  void counted(size_t kernel, const KernelResources& registers) override;
  void progress(double part, std::string_view phase, bool awaitsRegisters) override;

  AnalysisResult result;

 private:
  size_t place(KernelSummary kernel, const std::string& writtenAs);
  size_t unitsAskedOf(size_t kernel, const Opportunity& found) const;
  void kernel(UnitFindings::Kernel kernel);
  std::string whyOpenWithout(const WhyWithout& why, const FindingOrigin& origin) const;

  KnownUnits& known_;
  Tell tell_;
  std::function<void(size_t)> onKernel_;
  /// Of the kernels of the answer, by where the name stands and what it is in the source.
  std::map<std::pair<SourcePosition, std::string>, size_t> numbers_;
  std::vector<size_t> unitsWith_;              ///< how many units bring it in a form that is read
  std::vector<std::set<uint64_t>> functions_;  ///< what texts call it
  const frontend::CompileCommand* command_ = nullptr;
  std::optional<Error> failure_;
  std::set<std::filesystem::path> leftOut_;    ///< of which nothing is known
  std::vector<size_t> places_;                 ///< in the answer, of the unit's kernels
  std::vector<bool> decided_;                  ///< of the same
  std::map<size_t, std::string> undecidedIn_;  ///< file of a unit, by the kernel of the answer
};

}  // namespace warpwright::analysis
