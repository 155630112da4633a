#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/report/html_text.h"
#include "core/report/report_input.h"
#include "core/report/summary_rows.h"

namespace warpwright {

/// What the sections of the page share: the input, and which source lines have an anchor.
class HtmlPage {
 public:
  explicit HtmlPage(const ReportInput& input);

  const ReportInput& input() const { return input_; }
  /// What can be changed, what to do first first.
  const std::vector<SummaryRow>& rows() const { return rows_; }

  /// Links for "line 43" in sentences about `file`.
  LineLink linksInto(const std::string& file) const;
  /// "pathfinder.cu, line 22", linked where the line is in the page.
  std::string place(const SourcePosition& at) const;
  /// "k3": where the section of a kernel is.
  std::string kernelAnchor(size_t kernel) const { return "k" + std::to_string(kernel); }
  /// The lines of a kernel that the page shows: first and last; zeros where its source is not known.
  std::pair<uint32_t, uint32_t> shownLines(const KernelSummary& kernel) const;
  std::string lineAnchor(const std::string& file, uint32_t line) const;

 private:
  bool hasLine(const std::string& file, uint32_t line) const;

  const ReportInput& input_;
  std::vector<SummaryRow> rows_;
  std::map<std::string, size_t> files_;
  std::map<std::string, std::set<uint32_t>> lines_;
};

/// Sections of the report, each a whole HTML fragment; empty where there is nothing to say.
std::string figuresSection(const HtmlPage& page);
std::string rankedSection(const HtmlPage& page);
std::string applySection(const HtmlPage& page);
std::string kernelSections(const HtmlPage& page);
std::string refusedSection(const HtmlPage& page);
std::string memorySection(const HtmlPage& page);
std::string reuseSection(const HtmlPage& page);
std::string tuningSections(const HtmlPage& page);
std::string wholeProgramSections(const HtmlPage& page);
std::string comparisonSection(const HtmlPage& page);
std::string measurementSection(const HtmlPage& page);
std::string verificationSection(const HtmlPage& page);
std::string runsSection(const HtmlPage& page);
std::string environmentSection(const HtmlPage& page);

/// What a tuning that judged a variant of these steps found of its results; not done: none has.
Shape tunedShape(const ReportInput& input, const VariantSteps& steps);
/// Whether an opportunity's results are known to be the same: of the newest variant with it that was verified, or of
/// those that a tuning judged.
Shape resultShape(const ReportInput& input, const std::string& opportunity);

/// The shape of "FASTER", "SLOWER", "SAME"; UNSURE for anything else.
Shape speedShape(const std::string& verdict);

}  // namespace warpwright
