#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "views/diff/diff_text.h"

namespace warpwright::views {

class DiffSide;
class Theme;

/// One file before and after: two read-only texts that scroll together, or one below the other.
class DiffView : public QWidget {
  Q_OBJECT
 public:
  explicit DiffView(Theme& theme, QWidget* parent = nullptr);

  void setFile(FileEdits edits, std::string before, std::string after);
  void setUnified(bool unified);
  bool isUnified() const { return unified_; }
  int hunkCount() const { return static_cast<int>(hunks_.size()); }
  int currentHunk() const { return current_; }
  void showHunk(int hunk);
  /// What one side shows, line by line, for tests.
  std::string textOf(bool left) const;

 signals:
  void hunkChanged(int hunk);

 private:
  void compose();
  void openGap(int line);

  Theme& theme_;
  FileEdits edits_;
  std::string before_, after_;
  std::vector<int> open_, hunks_;
  std::vector<DiffLine> lines_;
  bool unified_ = false;
  int current_ = 0;
  DiffSide *left_, *right_;
};

}  // namespace warpwright::views
