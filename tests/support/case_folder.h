#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <cstddef>
#include <string>

namespace warpwright {

/// Whether case number `turn` of a list is taken: where each takes seconds, every fifth is, and with
/// WARPWRIGHT_ALL_CASES=1 in the environment each.
inline bool isTaken(size_t turn) {
  return turn % 5 == 0 || qEnvironmentVariableIsSet("WARPWRIGHT_ALL_CASES");
}

/// A folder for one case at a time: beside it there is no file that could launch its kernel, and no repository around
/// it is searched.
class CaseFolder {
 public:
  /// Copies the case and what it may include (*.inc beside it) here in place of the case before; its path here, empty
  /// where it could not be copied.
  std::string put(const QString& file) {
    for (const QString& name : QDir(folder_.path()).entryList(QDir::Files)) QFile::remove(folder_.filePath(name));
    for (const QFileInfo& one : QFileInfo(file).dir().entryInfoList({"*.inc"}, QDir::Files)) {
      if (add(one.filePath()).empty()) return "";
    }
    return add(file);
  }
  /// Copies one more file.
  std::string add(const QString& file) {
    const QString path = folder_.filePath(QFileInfo(file).fileName());
    return QFile::copy(file, path) ? path.toStdString() : "";
  }

 private:
  QTemporaryDir folder_;
};

}  // namespace warpwright
