#pragma once

#include <QWidget>
#include <vector>

#include "core/job/program_profile.h"
#include "core/report/profile_timeline.h"
#include "views/shared/cell_model.h"

class QLabel;
class QPushButton;
class QSplitter;

namespace warpwright::views {

class CellTable;
class Theme;
class TimelinePicture;

/// The columns of the table of kernels, and a row for each kernel and then for each kind of copy of a profile, the
/// longest first. `places`: where the kernel stands in the source, "main.cu:12", by number; empty: it is not known.
std::vector<CellColumn> profileColumns();
std::vector<std::vector<Cell>> profileCells(const ProgramProfile& profile, const std::vector<QString>& places);
/// Kernels that the table shows at most.
inline constexpr size_t mostProfileRows = 500;

/// What the page says beside the figures.
struct ProfileWords {
  QString name;        ///< of the program, or of the file that holds the profile
  QString conditions;  ///< "H200, 27.11.2026 17:40"
  QString warning;     ///< what speaks against the figures: records are missing, the program is older than its source
};

/// The tab with the profile of a program: which kernels take the time, and its timeline.
class ProfilePage : public QWidget {
  Q_OBJECT
 public:
  explicit ProfilePage(Theme& theme, QWidget* parent = nullptr);

  /// A profile whose launches have no times says how to make one that has them, in place of the timeline.
  void setProfile(const ProgramProfile& profile, const ProfileWords& words);
  /// Where the kernels stand in the source: see `profileCells`.
  void setPlaces(std::vector<QString> places);
  /// `progress` not empty: a program is being profiled, and what was shown stays until it is done. `mayRun`: the
  /// program in front can be profiled; else `whyNot` says why.
  void setRunning(const QString& progress, bool mayRun, const QString& whyNot);
  /// The row of this kernel of the profile.
  void select(size_t kernel);
  TimelinePicture& picture() { return *picture_; }
  CellTable& table() { return *table_; }
  /// What is said beside the pictures, or in their place.
  QString words() const;

 signals:
  void runRequested();
  void cancelRequested();
  void otherRequested();
  /// Launches and copies along time are wanted in a file for other programs.
  void traceRequested();
  /// A kernel of the profile was selected, by number.
  void kernelChosen(int kernel);
  /// Its source is wanted: a double click, a click on its place, or Enter.
  void sourceWanted(int kernel);

 private:
  QWidget* makeBar();
  void update();

  QLabel *name_, *state_, *empty_, *noTimeline_, *conditions_;
  QPushButton *run_, *cancel_, *other_, *trace_;
  CellModel* model_;
  CellTable* table_;
  QSplitter* split_;
  TimelinePicture* picture_;
  ProgramProfile profile_;
  std::vector<QString> places_;
  bool hasProfile_ = false, isSelecting_ = false;
};

}  // namespace warpwright::views
