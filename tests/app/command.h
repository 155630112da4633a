#pragma once

#include <QProcess>
#include <QTemporaryDir>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/file.h"

namespace warpwright {

/// What `warpwright` answered.
struct Answer {
  int code = -1;  ///< -1: it did not end in time
  std::string output, error;
  nlohmann::json value() const { return nlohmann::json::parse(output, nullptr, false); }
};

/// Runs `warpwright` in `folder` (empty: here), its output into `outputFile` where one is named.
inline Answer callWarpwright(const QStringList& arguments, const QString& folder, const QString& outputFile = {},
                             int mostMilliseconds = 600000) {
  QProcess process;
  if (!folder.isEmpty()) process.setWorkingDirectory(folder);
  if (!outputFile.isEmpty()) process.setStandardOutputFile(outputFile);
  process.start(WARPWRIGHT_PROGRAM, arguments);
#ifdef __SANITIZE_ADDRESS__
  mostMilliseconds *= 10;
#endif
  if (!process.waitForFinished(mostMilliseconds)) return {};
  return {process.exitCode(), outputFile.isEmpty() ? process.readAllStandardOutput().toStdString() : "",
          process.readAllStandardError().toStdString()};
}

/// Writes a file of a test into `folder`. Gives its path.
inline QString writeInto(const QTemporaryDir& folder, const QString& name, const std::string& text) {
  const QString path = folder.filePath(name);
  if (!writeFileAtomically(path.toStdString(), text).ok()) qFatal("cannot write %s", qPrintable(path));
  return path;
}

}  // namespace warpwright
