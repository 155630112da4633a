#pragma once

#include <QAbstractItemModel>
#include <QStringList>
#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <functional>

#include "core/base/hash.h"
#include "core/finding/analysis_result.h"
#include "core/finding/rewrite.h"
#include "tests/support/described_passes.h"

namespace warpwright::views::testing {

/// What Qt complained about since the last look. Complaints are failures.
inline QStringList& complaints() {
  static QStringList list;
  return list;
}

inline void listenToQt() {
  // An isolated place for settings, recovery texts and sessions, and a known font.
  QStandardPaths::setTestModeEnabled(true);
  qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
    // The offscreen platform has no window manager and no runtime folder, and says so; also where a box opens its list.
    const bool expected = text.contains("XDG_RUNTIME_DIR") || text.contains("propagateSizeHints") ||
                          text.contains("does not support raise()") || text.contains("grabbing the keyboard");
    if (type != QtDebugMsg && type != QtInfoMsg && !expected) complaints() << text;
    if (type == QtFatalMsg) abort();
  });
}

#define VERIFY_QT_IS_QUIET()                                             \
  do {                                                                   \
    const QStringList said = ::warpwright::views::testing::complaints(); \
    ::warpwright::views::testing::complaints().clear();                  \
    QVERIFY2(said.isEmpty(), qPrintable(said.join('\n')));               \
  } while (false)

/// A model as text: a line a row, cells by " | ", children indented by two.
inline QStringList printModel(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0) {
  QStringList lines;
  for (int row = 0; row < model.rowCount(parent); ++row) {
    QStringList cells;
    for (int column = 0; column < model.columnCount(parent); ++column) {
      cells << model.index(row, column, parent).data().toString();
    }
    while (!cells.isEmpty() && cells.back().isEmpty()) cells.removeLast();
    lines << QString(2 * depth, ' ') + cells.join(" | ");
    lines << printModel(model, model.index(row, 0, parent), depth + 1);
  }
  return lines;
}

inline void write(const QString& path, const std::string& text) {
  std::ofstream(path.toStdString(), std::ios::binary) << text;
}

inline std::string read(const QString& path) {
  std::ifstream file(path.toStdString(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A kernel with one array that may move and one that may not.
inline const std::string kernelText =
    "__global__ void descend(int* to) {\n"  // 1
    "  __shared__ int prev[64];\n"          // 2
    "  __shared__ int result[64];\n"        // 3
    "  int tx = threadIdx.x;\n"             // 4
    "  prev[tx] = to[tx];\n"                // 5
    "  __syncthreads();\n"                  // 6
    "  result[tx] = prev[63 - tx];\n"       // 7
    "  to[tx] = result[tx];\n"              // 8
    "}\n"                                   // 9
    "int main() { descend<<<1, 64>>>(nullptr); }\n";

inline Opportunity makeOpportunity(const std::string& file, const std::string& subject, uint32_t line,
                                   VerdictKind verdict, double estimate = 0) {
  Opportunity opportunity;
  opportunity.pass = "shared_to_register";
  opportunity.kernel = "descend";
  opportunity.signature = "void(int*)";
  opportunity.subject = subject;
  opportunity.id = makeOpportunityId(opportunity.pass, opportunity.kernel, opportunity.signature, subject);
  opportunity.range = {{file, line, 18}, line, static_cast<uint32_t>(18 + subject.size())};
  opportunity.title = "Keep `" + subject + "` in a register";
  opportunity.verdict = verdict;
  opportunity.reason =
      verdict == VerdictKind::applicable
          ? warpwright::Message("Private to its thread: %1.", linesText({7, 8}))
          : warpwright::Message("%1 stays shared: %2 reads what other threads wrote.", code(subject), lineText(7));
  opportunity.evidence = {{{file, 7, 3}, "each thread touches `" + subject + "[tx]`"}};
  opportunity.assumptions = {{"blockDim == (64,1,1) at every launch", runCheckFrom("block=64,1,1"), true}};
  if (estimate > 0) opportunity.estimate = {true, estimate - 0.02, estimate, estimate + 0.02, "DRAM", {}};
  return opportunity;
}

/// Two findings that mark loads: what is read alike, and what may go past L1.
inline void addLoadFindings(KernelSummary& kernel, const std::string& file,
                            const std::function<uint32_t(const std::string&)>& lineOf) {
  const auto passOf = [](Family family) {
    for (const PassDescription& pass : describedPasses()) {
      if (pass.family == family && (family == Family::cachePolicy || !pass.onRequest)) return pass.id;
    }
    return std::string();
  };
  Opportunity merging = makeOpportunity(file, "descend", 1, VerdictKind::applicable);
  merging.pass = "thread_compaction";
  merging.id = makeOpportunityId(merging.pass, merging.kernel, merging.signature, merging.subject);
  merging.title = "Merge 2–16 threads along y";
  merging.parameters = {{"dimension", {"y"}}};
  merging.evidence = {{{file, lineOf("result[tx] = prev"), 16},
                       {"%1 is read alike by %2 threads along %3: %4 of %5 loads are redundant", code("prev[63 - tx]"),
                        16, "y", 15, 16},
                       "read",
                       "63 - tx",
                       ""}};
  Opportunity policy = makeOpportunity(file, "loads", 1, VerdictKind::applicable);
  policy.pass = passOf(Family::cachePolicy);
  policy.id = makeOpportunityId(policy.pass, policy.kernel, policy.signature, policy.subject);
  policy.title = "Choose how the loads of `descend` are cached";
  policy.parameters = {{"to[tx]", {"plain", "cg", "cs"}}};
  policy.evidence = {{{file, lineOf("prev[tx] = to"), 14}, "nothing writes `to[tx]`", "read", "tx", ""}};
  policy.estimate = {};
  policy.estimate.inputs["no_reuse to[tx]"] = 1;
  kernel.opportunities.push_back(merging);
  kernel.opportunities.push_back(policy);
}

/// The answer for `kernelText`, or for it after the rewrite; the lines are found in the text.
inline AnalysisResult answerFor(const std::string& file, const std::string& text) {
  AnalysisResult result;
  result.passes = describedPasses();
  UnitSummary unit;
  unit.file = file;
  unit.headers = "own";
  const auto lineOf = [&](const std::string& words) -> uint32_t {
    const size_t at = text.find(words);
    return at == std::string::npos
               ? 0
               : static_cast<uint32_t>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')) + 1;
  };
  if (const uint32_t line = lineOf("syntax error")) {
    unit.errors.push_back({Diagnostic::Severity::error, {{file, line, 1}, line, 7}, "expected ';'"});
  }
  if (lineOf("nowhere/lost.h")) {
    unit.missingHeaders = {"nowhere/lost.h"};
    unit.errors.push_back({Diagnostic::Severity::error, {{file, 2, 1}, 2, 7}, "use of undeclared identifier 'N'"});
  }
  result.units.push_back(unit);
  KernelSummary kernel;
  kernel.name = "descend";
  kernel.signature = "void(int*)";
  kernel.definition = {{file, lineOf("__global__"), 1}, lineOf("__global__") + 8, 2};
  kernel.resources.sharedBytes = 512;
  if (const uint32_t line = lineOf("__shared__ int prev")) {
    kernel.opportunities.push_back(makeOpportunity(file, "prev", line, VerdictKind::refused));
  }
  if (const uint32_t line = lineOf("__shared__ int result")) {
    kernel.opportunities.push_back(makeOpportunity(file, "result", line, VerdictKind::applicable, 1.05));
  } else {
    kernel.resources.sharedBytes = 256;
  }
  if (text.find("to[tx] = result") != std::string::npos && text.find("// loads") != std::string::npos)
    addLoadFindings(kernel, file, lineOf);
  result.kernels.push_back(kernel);
  return result;
}

/// Moves `result` to a register.
inline Rewrite rewriteOf(const std::string& file, const std::string& text) {
  FileEdits edits{file, hashText(text), {}};
  const auto replace = [&](size_t at, const std::string& from, const std::string& to, const std::string& note) {
    edits.edits.push_back({static_cast<uint32_t>(at), static_cast<uint32_t>(from.size()), to, note});
  };
  const std::string declaration = "__shared__ int result[64];";
  replace(text.find(declaration), declaration, "int result;", "private to its thread");
  for (size_t at = text.find("result[tx]"); at != std::string::npos; at = text.find("result[tx]", at + 1)) {
    replace(at, "result[tx]", "result", "");
  }
  return {{edits}, "Keep `result` of `descend` in a register"};
}

}  // namespace warpwright::views::testing
