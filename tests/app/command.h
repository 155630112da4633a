#pragma once

#include <QProcess>
#include <nlohmann/json.hpp>
#include <string>

namespace warpwright {

/// What `warpwright` answered.
struct Answer {
  int code = -1;  ///< -1: it did not end in time
  std::string output, error;
  nlohmann::json value() const { return nlohmann::json::parse(output, nullptr, false); }
};

/// Runs `warpwright` in `folder` (empty: here), its output into `outputFile` where one is named.
inline Answer callWarpwright(const QStringList& arguments, const QString& folder, const QString& outputFile = {},
                             int mostMilliseconds = 60000) {
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

}  // namespace warpwright
