#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/finding/analysis_result.h"
#include "core/finding/finding_rows.h"
#include "core/finding/marked_loads.h"
#include "views/shared/selection.h"

namespace warpwright::views {

/// What is known about one analysed file.
struct UnitFindings {
  AnalysisResult shown;            ///< the last good answer, its lines moved along with edits
  std::vector<Diagnostic> errors;  ///< of the newest parse, whether its findings were taken or not
  QString lastGood;                ///< time of day of `shown`
  QString failure;                 ///< why the newest request gave no answer at all
  bool hasResult = false;
  bool updating = false;      ///< a newer answer is on its way
  bool stopped = false;       ///< the user has stopped that: nobody looks at the newest text
  bool outdated = false;      ///< the newest parse had new errors: `shown` is older than the text
  double seconds = 0;         ///< wall time of the newest answer
  size_t acceptedErrors = 0;  ///< errors of the parse behind `shown`
  std::string readThrough;    ///< the file is no unit of its own: the unit that includes it, which has all the rest
};

struct FindingCounts {
  int applicable = 0, refused = 0, unknown = 0;
  void add(VerdictKind verdict);
  bool operator==(const FindingCounts&) const = default;
  int total() const { return applicable + refused + unknown; }
};

/// A finding that stands in a file.
struct PlacedFinding {
  FindingKey key;
  const Opportunity* opportunity = nullptr;
  bool isAlternative = false;  ///< a trade about an array that another finding speaks for
};

/// A load that a finding marks where it stands.
struct PlacedLoad {
  FindingKey key;
  const Opportunity* opportunity = nullptr;
  MarkedLoad load;
};

/// The finding that speaks for an array, and what other passes say about it: see core/finding/finding_rows.h.
struct FindingGroup {
  const KernelSummary* kernel = nullptr;
  const Opportunity* leading = nullptr;
  std::vector<const Opportunity*> alternatives, folded;
  FindingRow row;  ///< the same as indexes into the kernel's opportunities
};

/// The answers of the analysis, by analysed file. Views read it and follow `changed`.
class Findings : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  const std::map<std::string, UnitFindings>& units() const { return units_; }
  /// Of the unit that a file is read through; null: none is known.
  const UnitFindings* unit(const std::string& file) const;
  /// The unit that a file is read through: the one that includes it, where it is no unit of its own; else itself.
  std::string unitOf(const std::string& file) const;
  /// Of all passes that had a part in an answer, or that the analysis told of.
  const PassDescriptions& passes() const { return passes_; }
  void addPasses(const PassDescriptions& passes);
  const Opportunity* find(const FindingKey& key) const;
  const KernelSummary* kernelOf(const FindingKey& key) const;
  /// Every kernel with the unit it is shown for, in order of units. A kernel that several units read (a file that
  /// others include) is given once, from a parse without errors inside it where there is one. Where a program is
  /// chosen, those of it.
  std::vector<std::pair<std::string, const KernelSummary*>> kernels() const;
  /// The same of all programs.
  std::vector<std::pair<std::string, const KernelSummary*>> allKernels() const;
  /// Those that stand in a file, or were found through it, in order of lines.
  std::vector<const KernelSummary*> kernelsIn(const std::string& file) const;
  /// What `foldFindings` makes of the findings of a kernel of these units. Good until the next change.
  const std::vector<FindingRow>& rowsOf(const KernelSummary& kernel) const;
  /// The group that a finding belongs to, as its leading one, as an alternative or folded away.
  std::optional<FindingGroup> groupOf(const FindingKey& key) const;
  /// Every finding whose subject stands in that source file, whichever unit it was found through; each once. What
  /// another finding speaks for is left out.
  std::vector<PlacedFinding> inFile(const std::string& file) const;
  /// Loads in that source file that findings mark where they stand, of kernels as of `inFile`.
  std::vector<PlacedLoad> loadsIn(const std::string& file) const;
  /// The values with which a run has found the loads of a finding to be read best; null: none has looked.
  const ParameterValues* policyOf(const FindingKey& key) const;
  /// Kept until the loads of the finding are others.
  void setPolicy(const FindingKey& key, ParameterValues values);
  /// How many rows of each verdict there are: an array counts once.
  FindingCounts counts() const;
  /// Is there any?
  bool areAny() const;
  FindingCounts countsOf(const std::string& file) const;
  /// The finding to look at first in one unit: the applicable one with the highest estimate, else the first applicable
  /// one that needs no measuring, else the first of all.
  FindingKey best(const std::string& unit) const;

  /// The programs of the open folder; none where they are not known.
  const std::vector<ProgramSummary>& programs() const { return programs_; }
  /// The one whose kernels are shown, by name; empty: all are.
  const std::string& program() const { return program_; }
  /// A chosen program that is not among them is chosen no more.
  void setPrograms(std::vector<ProgramSummary> programs);
  void chooseProgram(const std::string& name);
  /// Is the file a part of the chosen program, or of none at all?
  bool isShown(const std::string& file) const;
  /// Of several programs the one that a file stands for: the chosen one where it is made of the file, else the only one
  /// that is. Null: the folder holds one program, or several have the file and none of them is chosen.
  const ProgramSummary* programOf(const std::string& file) const;
  /// Why the program of a file cannot be run: several have it, and none of them is chosen. Empty: it can.
  QString whyNoProgram(const std::string& file) const;
  /// The file with the `main` of the program that a file stands for; where that is not known, the file.
  std::string startOf(const std::string& file) const;

  /// The analysed files whose findings or errors lie in that source file.
  std::vector<std::string> unitsReading(const std::string& file) const;

  /// Takes what a session kept: shown until newer answers come.
  void restore(const AnalysisResult& result);
  /// Takes an answer; one with more errors than the last good one leaves the findings and brings only its errors.
  void accept(const std::string& unit, AnalysisResult result, double seconds, bool final);
  void fail(const std::string& unit, const QString& reason);
  /// What the model expects of a finding after its variant was traced; until the unit is analysed anew.
  void setEstimate(const FindingKey& key, const Estimate& estimate);
  void setUpdating(const std::string& unit, bool updating);
  /// The analysis of the file was stopped, or goes on.
  void setStopped(const std::string& unit, bool stopped);
  /// Text was typed: everything at or below `line` (from 1) of that source file moves by `delta` lines.
  void moveLines(const std::string& file, uint32_t line, int delta);
  void remove(const std::string& unit);
  void clear();

 signals:
  /// More passes are known.
  void passesChanged();
  /// Findings of that unit are new.
  void changed(const std::string& unit);
  /// Only lines or the updating mark changed.
  void touched(const std::string& unit);

 private:
  using Kernels = std::vector<std::pair<std::string, const KernelSummary*>>;
  Kernels kernelsOf(bool ofAll) const;
  void forgetRows();
  void tellChanged(const std::string& unit);
  void dropOldPolicies(const std::string& unit);
  std::string takeIncluded(const std::string& unit, const AnalysisResult& result);

  std::map<std::string, UnitFindings> units_;
  PassDescriptions passes_;
  std::map<FindingKey, ParameterValues> policies_;
  std::vector<ProgramSummary> programs_;
  std::string program_;
  // What many ask for between two changes.
  mutable std::unordered_map<const KernelSummary*, std::vector<FindingRow>> rows_;
  mutable std::optional<FindingCounts> counts_;
};

}  // namespace warpwright::views
