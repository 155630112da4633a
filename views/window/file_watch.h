#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>
#include <set>
#include <string>
#include <vector>

#include "views/editor/document.h"
#include "views/shared/job.h"

namespace warpwright::views {

class EditorPage;
class MessageBar;
class Pages;

/// What other programs write is shown: an editor without unsaved text takes the new one; for one that has some the user
/// chooses. Tells of files that are not open, and of folders, for the analysis and the tree of files.
class FileWatch : public QObject {
  Q_OBJECT
 public:
  FileWatch(Pages& pages, MessageBar& messages, QObject* parent = nullptr);

  /// Programs write in steps: a file is looked at when they have been quiet for that long.
  static constexpr int pauseMs = 150, folderPauseMs = 700;
  /// More are not watched: the system has few watches, and others want some.
  static constexpr size_t most = 1000;

  /// Files besides the open ones, and folders whose lists of files matter; in place of those named before.
  void setFiles(std::set<std::string> files);
  void setFolders(std::set<std::string> folders);
  /// Looks at every open file now: another program was in front, or the disk tells nobody (a network).
  void lookAtAll();

 signals:
  /// A file that no editor shows has another text now.
  void fileChanged(const std::string& path);
  /// Files or folders came or went.
  void foldersChanged();
  /// An editor shows what another program wrote.
  void reloaded(const std::string& path);

 private:
  struct Read;
  void follow();
  void onPause();
  void lookAt(const std::string& path);
  void take(EditorPage& page, Read read);
  void ask(EditorPage& page, const LoadedText& onDisk);
  void tellGone(EditorPage& page);

  Pages& pages_;
  MessageBar& messages_;
  QFileSystemWatcher watcher_;
  std::set<std::string> files_, folders_, touched_;
  QTimer pause_, folderPause_;
  Door door_;
};

}  // namespace warpwright::views
