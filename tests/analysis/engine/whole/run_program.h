#pragma once

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/job/engine_job.h"

/// A program in a folder of its own, ready to be run on the engine without a CUDA toolkit.
class RunProgram {
 public:
  explicit RunProgram(const std::string& source, const std::string& name = "main.cu") : main_(add(name, source)) {
    job.path = main_;
    job.toolkit = "none";
    job.workingFolder = folder_.path().toStdString();
  }
  std::filesystem::path add(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder().append(name);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path;
  }
  std::filesystem::path folder() const { return folder_.path().toStdString(); }

  /// Runs it; a run that could not be started is a failure with the reason.
  warpwright::EngineRun run() const {
    auto run = warpwright::runOnEngine(job, nullptr, {});
    if (run.ok()) return std::move(run.value());
    warpwright::EngineRun none;
    none.failure = run.error();
    return none;
  }

  warpwright::EngineJob job;

 private:
  QTemporaryDir folder_;
  std::filesystem::path main_;
};

inline std::string failureOf(const warpwright::EngineRun& run) {
  return run.failure ? run.failure->message : "";
}

/// Fails with the texts of both where `text` does not hold `part`.
#define VERIFY_CONTAINS(text, part) \
  QVERIFY2((text).find(part) != std::string::npos, ("\"" + (text) + "\" lacks \"" + (part) + "\"").c_str())
