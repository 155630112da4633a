#pragma once

#include <QTabWidget>
#include <functional>
#include <string>
#include <vector>

#include "views/editor/editor_page.h"
#include "views/shared/job.h"

class QTextBrowser;

namespace warpwright::views {

class Findings;
class DiffView;
class MessageBar;
class PreviewPage;
class Selection;
class Theme;

/// The tabs in the centre: the welcome page, editors, the preview. Opens, saves and closes files.
class Pages : public QTabWidget {
  Q_OBJECT
 public:
  Pages(Theme& theme, Findings& findings, Selection& selection, MessageBar& messages, RecoveryStore recovery,
        QWidget* parent = nullptr);

  /// Reads the file off the GUI thread and brings it to the front; `then` gets its editor.
  void open(const std::string& path, std::function<void(EditorPage&)> then = {});
  /// Is a file being read, that will come to the front?
  bool isOpening() const { return opening_ > 0; }
  EditorPage* editor(const std::string& path) const;
  EditorPage* currentEditor() const;
  /// The text that keys go to in the page in front: a file's, in either of its panes, or the user's own variant; null:
  /// the page has none.
  CodeEditor* currentCode() const;
  std::vector<EditorPage*> editors() const;
  /// Texts that differ from the disk, by path.
  std::map<std::string, std::string> unsavedTexts() const;

  void setWelcome(QWidget* page);
  PreviewPage& preview() { return *preview_; }
  bool previewInFront() const;
  void showPreview(const QString& title);
  void closePreview();
  /// Two texts of one file beside each other, read-only; one page at a time.
  void showComparison(const std::string& path, const QString& title, const std::string& before,
                      const std::string& after);
  /// A page of text in Markdown; one at a time.
  void showHelp(const QString& title, const QString& markdown);

  /// A page that is somebody else's and stays when its tab is closed: it comes back as it was left.
  void showKept(QWidget& page, const QString& icon, const QString& title, const QString& closing);
  /// Its tab is called that from now on, where it has one.
  void nameKept(QWidget& page, const QString& title);

  void save(EditorPage& page, bool overwrite = false);
  void saveAs(EditorPage& page, const std::string& path);
  /// Closes a tab; asks where something would be lost. False: the user wants to stay.
  bool closePage(int index);
  /// Asks for every unsaved text. False: the user wants to stay.
  bool closeAll();

 signals:
  void opened(warpwright::views::EditorPage* page);
  void textEdited(const std::string& path);
  void findingClicked(const warpwright::views::FindingKey& key);
  void frontChanged();
  void cursorMoved();
  void saved(const std::string& path);

 private:
  void add(LoadedText text, std::vector<RecoveryStore::Kept> kept);
  void onSaved(EditorPage& page, const std::string& path, const Status& written);
  void retitle(EditorPage& page);
  void restyle();
  void decorateTab(int index, const QString& closing);
  void offerRecovery(EditorPage& page, const RecoveryStore::Kept& kept);
  bool mayClose(EditorPage& page);

  Theme& theme_;
  Findings& findings_;
  Selection& selection_;
  MessageBar& messages_;
  RecoveryStore recovery_;
  QWidget* welcome_ = nullptr;
  PreviewPage* preview_;
  QTextBrowser* help_ = nullptr;
  DiffView* comparison_ = nullptr;
  std::map<QWidget*, QString> kept_;  ///< with the names of their icons
  Door door_;
  int opening_ = 0;  ///< files that are being read
};

}  // namespace warpwright::views
