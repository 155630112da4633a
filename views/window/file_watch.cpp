#include "views/window/file_watch.h"

#include <filesystem>

#include "core/finding/rewrite.h"
#include "views/shared/message_bar.h"
#include "views/window/pages.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

QString nameOf(const EditorPage& page) {
  return QString::fromStdString(fs::path(page.path()).filename().string());
}

std::string topicOf(const EditorPage& page) {
  return "disk of " + page.path();
}

}  // namespace

/// A file as it is on the disk now, and the way there from what the editor showed.
struct FileWatch::Read {
  Result<LoadedText> text;
  std::string shown;
  std::vector<TextEdit> edits;
};

FileWatch::FileWatch(Pages& pages, MessageBar& messages, QObject* parent)
    : QObject(parent), pages_(pages), messages_(messages) {
  pause_.setSingleShot(true);
  pause_.setInterval(pauseMs);
  connect(&pause_, &QTimer::timeout, this, &FileWatch::onPause);
  folderPause_.setSingleShot(true);
  folderPause_.setInterval(folderPauseMs);
  connect(&folderPause_, &QTimer::timeout, this, &FileWatch::foldersChanged);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this](const QString& path) {
    touched_.insert(path.toStdString());
    pause_.start();
  });
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this](const QString& path) {
    if (folders_.contains(path.toStdString())) folderPause_.start();
    // A file that was put in the place of another is no longer the watched one.
    for (const EditorPage* page : pages_.editors()) touched_.insert(page->path());
    pause_.start();
  });
  connect(&pages_, &Pages::opened, this, &FileWatch::follow);
  connect(&pages_, &Pages::saved, this, &FileWatch::follow);
  connect(&pages_, &Pages::frontChanged, this, &FileWatch::follow);
}

void FileWatch::setFiles(std::set<std::string> files) {
  if (files_ == files) return;
  files_ = std::move(files);
  follow();
}

void FileWatch::setFolders(std::set<std::string> folders) {
  if (folders_ == folders) return;
  folders_ = std::move(folders);
  follow();
}

/// Watches what is wanted and nothing else.
void FileWatch::follow() {
  std::set<QString> wanted;
  for (const EditorPage* page : pages_.editors()) {
    wanted.insert(QString::fromStdString(page->path()));
    wanted.insert(QString::fromStdString(fs::path(page->path()).parent_path().string()));
  }
  for (const std::set<std::string>* more : {&folders_, &files_}) {
    for (const std::string& path : *more) {
      if (wanted.size() < most) wanted.insert(QString::fromStdString(path));
    }
  }
  QStringList gone, missing;
  std::set<QString> watched;
  for (const QString& path : watcher_.files() + watcher_.directories()) {
    watched.insert(path);
    if (!wanted.contains(path)) gone << path;
  }
  std::error_code ignored;
  for (const QString& path : wanted) {
    if (!watched.contains(path) && fs::exists(path.toStdString(), ignored)) missing << path;
  }
  if (!gone.isEmpty()) watcher_.removePaths(gone);
  if (!missing.isEmpty()) watcher_.addPaths(missing);
}

void FileWatch::onPause() {
  for (const std::string& path : std::exchange(touched_, {})) lookAt(path);
  follow();
}

void FileWatch::lookAtAll() {
  for (const EditorPage* page : pages_.editors()) lookAt(page->path());
}

void FileWatch::lookAt(const std::string& path) {
  EditorPage* page = pages_.editor(path);
  if (!page) return emit fileChanged(path);
  if (diskState(path) == page->stateOnDisk()) return;
  runThrough(
      door_,
      [path, shown = page->text()] {
        Read read{loadText(path), shown, {}};
        if (read.text.ok()) read.edits = editsBetween(path, shown, read.text->bytes.toStdString()).edits;
        return read;
      },
      [this, path](Read read) {
        if (EditorPage* again = pages_.editor(path)) take(*again, std::move(read));
      });
}

void FileWatch::take(EditorPage& page, Read read) {
  // It was saved, or typed into, since: the next look decides.
  if (page.text() != read.shown) return lookAt(page.path());
  if (!read.text.ok()) return tellGone(page);
  if (read.edits.empty() || read.text->bytes == page.textOnDisk()) {
    page.keepMine(read.text->bytes, read.text->state);
    return messages_.clear(topicOf(page));
  }
  if (page.isModified()) return ask(page, *read.text);
  page.reload(*read.text, read.edits);
  messages_.clear(topicOf(page));
  messages_.post({Message::Kind::note,
                  tr("%1 was written by another program. Its new text is shown.").arg(nameOf(page)),
                  {},
                  {},
                  topicOf(page)});
  emit reloaded(page.path());
}

void FileWatch::ask(EditorPage& page, const LoadedText& onDisk) {
  const auto withPage = [this, path = page.path()](auto run) {
    return [this, path, run] {
      if (EditorPage* again = pages_.editor(path)) run(*again);
    };
  };
  const auto reload = [this, onDisk](EditorPage& again) {
    again.reload(onDisk, editsBetween(again.path(), again.text(), onDisk.bytes.toStdString()).edits);
    emit reloaded(again.path());
  };
  const auto compare = [this, onDisk](EditorPage& again) {
    pages_.showComparison(again.path(), tr("%1: on the disk, and yours").arg(nameOf(again)), onDisk.bytes.toStdString(),
                          again.text());
  };
  const auto keep = [onDisk](EditorPage& again) { again.keepMine(onDisk.bytes, onDisk.state); };
  messages_.post({Message::Kind::warning,
                  tr("%1 was written by another program, and has unsaved changes here. Findings are those of the text "
                     "that is shown.")
                      .arg(nameOf(page)),
                  tr("Reload"),
                  withPage(reload),
                  topicOf(page),
                  {{tr("Compare"), withPage(compare), false}, {tr("Keep mine"), withPage(keep), true}}});
}

/// The text is all that is left of it.
void FileWatch::tellGone(EditorPage& page) {
  page.keepMine({}, diskState(page.path()));
  messages_.post({Message::Kind::warning,
                  tr("%1 is no longer on the disk, or cannot be read. Its text is still here.").arg(nameOf(page)),
                  tr("Save it again"),
                  [this, path = page.path()] {
                    if (EditorPage* again = pages_.editor(path)) pages_.save(*again, true);
                  },
                  topicOf(page)});
}

}  // namespace warpwright::views
