// Programs that launch a kernel in some form, and what the passes say of it.
#pragma once

#include <QDir>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/analyzer/analysis.h"
#include "core/base/file.h"

namespace warpwright {

/// Private to its thread, and free of the barrier, for blocks of 32 threads; not for those of 64.
inline const char* const kernelText = R"(
__global__ void k(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 32) s[t] = in[t];
  __syncthreads();
  out[t] = s[t & 31] * 3;
}
)";

inline const std::vector<std::string> allPasses = {"shared_to_register", "shared_to_local",   "shared_to_global",
                                                   "redundant_barrier",  "thread_compaction", "block_compaction"};

inline analysis::AnalyzeOptions optionsOf(std::vector<std::string> passes, std::vector<std::string> launches = {}) {
  analysis::AnalyzeOptions options;
  static const std::shared_ptr<frontend::PreludeCache> preludes = frontend::sharedPreludes();
  options.parse.headers = frontend::HeaderMode::own;
  options.parse.preludes = preludes;
  if (!passes.empty()) options.passes = std::move(passes);
  options.launches = std::move(launches);
  return options;
}

/// "pass subject: reason" of each applicable finding.
inline QString applicable(const AnalysisResult& result) {
  QString text;
  for (const KernelSummary& kernel : result.kernels) {
    for (const Opportunity& found : kernel.opportunities) {
      if (found.verdict != VerdictKind::applicable) continue;
      text += QString::fromStdString(found.pass + " " + found.subject + ": " + toText(found.reason) + "\n");
    }
  }
  return text;
}

inline const Opportunity* findingOf(const AnalysisResult& result, const std::string& pass) {
  for (const KernelSummary& kernel : result.kernels) {
    for (const Opportunity& found : kernel.opportunities) {
      if (found.pass == pass) return &found;
    }
  }
  return nullptr;
}

/// Files of a test, in a folder that goes with it.
class ProgramFolder {
 public:
  std::string path(const QString& name) const { return QDir(folder_.path()).filePath(name).toStdString(); }

  /// The path of the file; folders on the way are made.
  std::string write(const QString& name, const QString& text) const {
    const std::string file = path(name);
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(file).parent_path(), ignored);
    [&] { QVERIFY(writeFileAtomically(file, text.toStdString()).ok()); }();
    return file;
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace warpwright
