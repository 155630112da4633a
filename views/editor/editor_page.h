#pragma once

#include <QTimer>
#include <QWidget>
#include <functional>
#include <map>
#include <memory>

#include "views/editor/code_editor.h"
#include "views/editor/document.h"
#include "views/shared/job.h"

class QComboBox;
class QLabel;
class QSplitter;

namespace warpwright::views {

class FindBar;
class SecondPane;
class Findings;
class Selection;

/// One open file: the bar that says where one is, and the editor. Holds what the disk has and what was opened, so that
/// it can say which lines changed.
class EditorPage : public QWidget {
  Q_OBJECT
 public:
  EditorPage(LoadedText text, Theme& theme, Findings& findings, Selection& selection, const RecoveryStore& recovery,
             QWidget* parent = nullptr);

  CodeEditor& editor() { return *editor_; }
  /// The pane that had the focus last: it may show another file than this one.
  CodeEditor& activeEditor();
  /// Shows a second pane beside the text, or takes it away. `open`: the pages whose files it can show.
  void setSplit(bool split, std::function<std::vector<EditorPage*>()> open = {});
  bool isSplit() const { return second_ != nullptr; }
  SecondPane* secondPane() { return second_; }
  /// Files were opened or closed.
  void updateSplit();
  FindBar& findBar() { return *findBar_; }
  const std::string& path() const { return path_; }
  bool isModified() const;
  /// Is it known that the disk holds another text, or none? Cheap: the file is not read.
  bool differsFromDisk() const;
  bool isReadOnly() const { return readOnly_; }
  /// What the status bar says about the text: "UTF-8 · LF".
  QString encoding() const;
  std::string text() const { return editor_->bytes().toStdString(); }
  const QByteArray& textOnDisk() const { return disk_; }

  /// Writes the file off the GUI thread, then calls `done` on it. Errors: nothing was changed, the text is still here;
  /// `stale`: another program has written the file since, and `overwrite` was not asked for.
  void save(std::function<void(Status)> done, bool overwrite = false);
  void saveAs(const std::filesystem::path& path, std::function<void(Status)> done);
  /// Writes the file before it returns: for the way out of the program.
  Status saveNow();
  /// The disk now holds this editor's text (written by someone else, as a whole).
  void setSaved();
  /// Shows what another program wrote, as one undo step; cursor and folds stay. Requires: nothing is unsaved, and the
  /// edits lead from the text on the screen to `text`.
  void reload(const LoadedText& text, const std::vector<TextEdit>& edits);
  /// The user goes on with the text on the screen, whatever the disk holds now: saving overwrites that.
  void keepMine(const QByteArray& onDisk, const DiskState& state);
  const DiskState& stateOnDisk() const { return state_; }
  /// Takes away what was kept aside: the user does not want the unsaved text.
  void dropRecovery() { recovery_.drop(path_); }
  /// Takes the findings of this file again.
  void showFindings();
  /// What the heat margin can show for this file; empty: it is not there.
  void setHeat(std::vector<HeatMap> maps);
  /// What a run has counted at loads, in words by line and column; until the text changes.
  void setLoadCosts(std::map<std::pair<uint32_t, uint32_t>, QString> costs);
  QComboBox& heatChooser() { return *heatChooser_; }

 signals:
  void modified(bool is);
  void edited();
  void findingClicked(const warpwright::views::FindingKey& key);
  /// The unsaved text could not be kept aside.
  void recoveryFailed(const QString& reason);

 private:
  void markSoon();
  QWidget* makeBar();
  void connectParts();
  void write(const std::filesystem::path& path, bool overwrite, std::function<void(Status)> done);
  void updateBar();
  void updateChangeBar();
  void keepAside();
  void showSelection();

  Theme& theme_;
  Findings& findings_;
  Selection& selection_;
  RecoveryStore recovery_;
  std::string path_;
  QByteArray opened_, disk_;
  DiskState state_;
  bool isOther_ = false;  ///< the disk holds another text, which the user has not saved this one over
  bool readOnly_ = false, isUtf8_ = true, windowsLines_ = false;
  void showHeat();
  QLabel *breadcrumb_, *heatName_, *heatScale_;
  QComboBox* heatChooser_;
  std::vector<HeatMap> heat_;
  std::map<std::pair<uint32_t, uint32_t>, QString> loadCosts_;
  CodeEditor* editor_;
  QSplitter* panes_;
  SecondPane* second_ = nullptr;  ///< only while the page is split
  bool isSecondActive_ = false;
  std::function<std::vector<EditorPage*>()> open_;
  FindBar* findBar_;
  QTimer settle_;
  JobSlot changeJob_, recoveryJob_;
  Door saveDoor_, marksDoor_;
};

}  // namespace warpwright::views
