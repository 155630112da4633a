#include "app/cli/analysis_text.h"

#include <algorithm>
#include <iostream>

#include "app/cli/output.h"
#include "app/cli/unit_text.h"
#include "core/base/number_text.h"
#include "core/base/shell_word.h"
#include "core/finding/finding_rows.h"
#include "core/finding/finding_text.h"
#include "core/finding/guard.h"
#include "core/finding/kernel_choice.h"
#include "core/finding/observed_text.h"
#include "core/kernel/kernel_name.h"

namespace warpwright::cli {
namespace {

std::string shape(const std::array<std::optional<uint32_t>, 3>& extents) {
  std::string text = "(";
  for (size_t i = 0; i < 3; ++i) {
    text += (i ? "," : "") + (extents[i] ? std::to_string(*extents[i]) : std::string("?"));
  }
  return text + ")";
}

std::string launchText(const KernelSummary& kernel) {
  if (kernel.launches.empty()) return "no launch found: give one with --launch";
  std::string text;
  for (const Launch& launch : kernel.launches) {
    const std::string one = "block " + shape(launch.block);
    if (text.find(one) == std::string::npos) text += (text.empty() ? "" : ", ") + one;
  }
  return text;
}

std::string keptText(const KeepComment& comment) {
  return "Kept by line " + std::to_string(comment.at.line) + (comment.reason.empty() ? "." : ": " + comment.reason);
}

void printOpportunity(const Opportunity& found, const FindingAt& at, const FindingMarks& marks) {
  const KeepComment* comment = marks.keeps(at);
  std::cout << "  " << inColour(shapeOf(found.verdict), toString(found.verdict)) << (marks.isNew(at) ? ", new" : "")
            << (comment ? ", kept" : "") << "  line " << found.range.begin.line << "  " << found.title << '\n';
  if (comment) std::cout << "      " << keptText(*comment) << '\n';
  std::cout << "      " << found.reason << '\n';
  for (const Assumption& assumption : found.assumptions) std::cout << "      Rests on: " << assumption.text << '\n';
  if (found.verdict == VerdictKind::applicable && found.sameness != Sameness::bitwise)
    std::cout << "      " << samenessText(found.sameness) << '\n';
  if (found.verdict == VerdictKind::refused) {
    for (const Evidence& step : found.evidence) {
      std::cout << "      line " << step.at.line << ": " << step.text << '\n';
    }
  }
  if (found.verdict == VerdictKind::applicable) std::cout << "      " << found.id << '\n';
}

// What else could be done with the same array: one line each.
void printOther(const Opportunity& found, const FindingAt& at, const Opportunity& lead, const ShownAnalysis& shown) {
  const KeepComment* comment = shown.marks.keeps(at);
  std::cout << "      " << passTitle(shown.result.passes, found.pass) << ": "
            << inColour(shapeOf(found.verdict), toString(found.verdict)) << (shown.marks.isNew(at) ? ", new" : "")
            << (comment ? ", kept" : "") << ": ";
  if (found.verdict == VerdictKind::applicable) {
    std::cout << found.id << (comment ? "  " + keptText(*comment) : "") << '\n';
  } else {
    std::cout << (toText(found.reason) == toText(lead.reason) ? "for the same reason." : toText(found.reason)) << '\n';
  }
}

// What `rewrite` must be given to find the kernel again: its own file if that is a unit, else the unit that includes
// it.
std::string rewriteInput(const AnalysisResult& result, const std::string& file, const std::string& firstPath) {
  for (const UnitSummary& unit : result.units) {
    if (unit.file == file) return displayPath(file);
  }
  return result.units.size() == 1 ? displayPath(result.units.front().file) : firstPath;
}

/// The command that shows the change of a finding: with all that the analysis was given, as the finding depends on it.
std::string rewriteCommandLine(const AnalysisResult& result, const Opportunity& found, const AskedWith& asked) {
  std::string text = "warpwright rewrite " + shellWord(rewriteInput(result, found.range.begin.file, asked.firstPath)) +
                     " --opportunity " + found.id;
  for (const std::string& launch : asked.analysis.launches) text += " --launch " + shellWord(launch);
  if (!asked.analysis.arch.empty()) text += " --arch " + shellWord(asked.analysis.arch);
  if (!asked.analysis.device.empty()) text += " --device " + shellWord(asked.analysis.device);
  if (!asked.analysis.program.empty()) text += " --program " + shellWord(asked.analysis.program);
  for (const std::string& allowed : asked.analysis.allowed) text += " --allow " + shellWord(allowed);
  if (asked.analysis.cuda != "auto") text += " --cuda " + shellWord(asked.analysis.cuda);
  text += " --diff";
  for (size_t i = 0; i < asked.compilerFlags.size(); ++i)
    text += (i == 0 ? " -- " : " ") + shellWord(asked.compilerFlags[i]);
  return text;
}

/// The findings of a kernel that are shown. Of the first change to look at, the best is kept.
void printFindings(const ShownAnalysis& shown, size_t k, const Opportunity*& first) {
  const KernelSummary& kernel = shown.result.kernels[k];
  std::vector<Opportunity> findings;
  std::vector<size_t> numbers;
  for (size_t i = 0; i < kernel.opportunities.size(); ++i) {
    if (!shown.shows(kernel.opportunities[i])) continue;
    findings.push_back(kernel.opportunities[i]);
    numbers.push_back(i);
  }
  for (const FindingRow& row : foldFindings(findings, shown.result.passes)) {
    const Opportunity& lead = kernel.opportunities[numbers[row.leading]];
    printOpportunity(lead, {k, numbers[row.leading]}, shown.marks);
    const bool better = !first || (isTrade(*first, shown.result.passes) && !isTrade(lead, shown.result.passes));
    const bool isMeant = lead.verdict == VerdictKind::applicable && !shown.marks.keeps({k, numbers[row.leading]});
    if (better && isMeant) first = &lead;
    for (const std::vector<size_t>* others : {&row.alternatives, &row.folded}) {
      for (const size_t other : *others) printOther(findings[other], {k, numbers[other]}, lead, shown);
    }
  }
}

void printKernel(const ShownAnalysis& shown, const KernelSummary& kernel) {
  const std::string in = inPrograms(kernel, shown.result);
  std::cout << displayPath(kernel.definition.begin.file) << ':' << kernel.nameAt.line << ": " << kernel.name << "  "
            << launchText(kernel) << (in.empty() ? "" : "  " + in) << "  shared " << kernel.resources.sharedBytes
            << " B";
  if (const std::string registers = registersText(kernel.resources); !registers.empty()) std::cout << "  " << registers;
  std::cout << '\n';
  for (const std::string& sentence : observedTexts(kernel)) std::cout << "  " << sentence << '\n';
  if (kernel.hasErrors)
    std::cout << "  has errors: nothing in it is changed\n";
  else if (!kernel.unknownReason.empty())
    std::cout << "  " << kernel.unknownReason << '\n';
}

void printNotLookedAt(const ShownAnalysis& shown) {
  constexpr size_t mostKernels = 10;
  if (shown.stopped.empty() && shown.undecided.empty()) return;
  std::cout << "This is not all" << (shown.stopped.empty() ? "" : ": ") << shown.stopped << ".";
  if (!shown.notLookedAt.empty()) std::cout << " Not looked at:";
  for (size_t i = 0; i < shown.notLookedAt.size(); ++i)
    std::cout << (i == 0 ? " " : ", ") << displayPath(shown.notLookedAt[i]);
  if (!shown.notLookedAt.empty() && !shown.undecided.empty()) std::cout << '.';
  if (!shown.undecided.empty()) std::cout << " Kernels not looked at:";
  for (size_t i = 0; i < std::min(mostKernels, shown.undecided.size()); ++i) {
    const SourcePosition& at = shown.undecided[i].nameAt;
    std::cout << (i == 0 ? " " : ", ") << shown.undecided[i].name << " (" << displayPath(at.file) << ':' << at.line
              << ')';
  }
  if (shown.undecided.size() > mostKernels)
    std::cout << " and " << shown.undecided.size() - mostKernels << " more (--format json lists them)";
  std::cout << '\n';
}

void printSums(const ShownAnalysis& shown) {
  const VerdictSums sums = sumsOf(shown);
  std::cout << countText(shown.result.kernels.size(), "kernel", "kernels") << ": " << sums.applicable << " applicable";
  std::string marks;
  if (shown.marks.fresh) marks = std::to_string(sums.fresh) + " new";
  if (sums.kept != 0) marks += (marks.empty() ? "" : ", ") + std::to_string(sums.kept) + " kept";
  if (!marks.empty()) std::cout << " (" << marks << ")";
  std::cout << ", " << sums.refused << " refused, " << sums.unknown << " unknown.";
  double seconds = 0;
  for (const UnitSummary& unit : shown.result.units) seconds += unit.proofSeconds;
  if (!shown.isStable) std::cout << " Proofs: " << durationText(seconds) << ".";
  std::cout << '\n';
}

}  // namespace

void printAnalysis(const ShownAnalysis& shown, const AskedWith& asked) {
  const AnalysisResult& result = shown.result;
  printSums(shown);  // what it comes to stands first: the rest may be long
  printNotLookedAt(shown);
  if (result.programs.size() > 1) {
    std::string names;
    for (const ProgramSummary& program : result.programs) names += (names.empty() ? "" : ", ") + program.name;
    std::cout << result.programs.size() << " programs: " << names << ". --program NAME looks at one of them.\n";
  }
  for (const UnitSummary& unit : result.units) std::cout << unitText(unit);
  const Opportunity* first = nullptr;
  for (size_t k = 0; k < result.kernels.size(); ++k) {
    const std::vector<Opportunity>& all = result.kernels[k].opportunities;
    const bool shows = std::any_of(all.begin(), all.end(), [&](const Opportunity& one) { return shown.shows(one); });
    if (shown.only && !shows) continue;
    printKernel(shown, result.kernels[k]);
    printFindings(shown, k, first);
  }
  if (result.kernels.empty() && shown.stopped.empty()) {
    std::cout << "No kernel was found. If kernels stand in another file of the project, name its folder instead.\n";
  }
  if (result.observedRun) std::cout << observedRunText(*result.observedRun, !shown.isStable) << '\n';
  const bool lacksBlocks = std::any_of(result.kernels.begin(), result.kernels.end(), [](const KernelSummary& kernel) {
    return kernel.observed.empty() && wantsBlock(kernel);
  });
  if (lacksBlocks) {
    std::cout << "Blocks that the text does not tell: --observe runs the program once to see them, "
                 "--launch 'KERNEL<<<grid,(x,y,z)>>>' gives them.\n";
  }
  if (first) std::cout << "See a change: " << rewriteCommandLine(result, *first, asked) << '\n';
}

}  // namespace warpwright::cli
