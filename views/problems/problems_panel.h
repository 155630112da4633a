#pragma once

#include <QWidget>
#include <vector>

#include "views/problems/problems.h"

class QLabel;

namespace warpwright::views {

class CellModel;
class CellTable;
class Findings;
class Theme;

/// The dock of everything that is wrong: what compilers say, and what the newest run saw; and how files were read. A
/// click goes to the line.
class ProblemsPanel : public QWidget {
  Q_OBJECT
 public:
  ProblemsPanel(const Findings& findings, const std::vector<Problem>& runProblems, Theme& theme,
                QWidget* parent = nullptr);

  /// Reads findings and problems of the run again.
  void refresh();
  const std::vector<Problem>& problems() const { return shown_; }
  CellTable& table() { return *table_; }

 signals:
  void lineClicked(const warpwright::SourcePosition& at);

 private:
  const Findings& findings_;
  const std::vector<Problem>& runProblems_;
  std::vector<Problem> shown_;
  CellModel* model_;
  CellTable* table_;
  QLabel* empty_;
};

}  // namespace warpwright::views
