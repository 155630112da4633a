#pragma once

#include <QWidget>

#include "core/report/session_comparison.h"
#include "views/shared/cell_model.h"

class QLabel;
class QPushButton;

namespace warpwright::views {

class CellTable;
class Theme;

/// Rows that are shown: more are no table that anybody reads.
constexpr size_t mostFigures = 1000;
/// The columns and rows of a comparison: figures of one kernel beside each other, differences in bold words.
std::vector<CellColumn> comparisonColumns();
std::vector<std::vector<Cell>> comparisonCells(const SessionComparison& comparison);

/// The tab that holds what two sessions measured beside each other, kernel by kernel.
class ComparisonPage : public QWidget {
  Q_OBJECT
 public:
  explicit ComparisonPage(Theme& theme, QWidget* parent = nullptr);

  void setComparison(const SessionComparison& comparison);
  CellTable& table() { return *table_; }
  /// What is said below the figures, or in their place.
  QString words() const;

 signals:
  void otherRequested();
  /// Before and after are to change places.
  void turnRequested();
  void againRequested();

 private:
  QWidget* makeBar();
  void showConditions();

  SessionComparison comparison_;
  QString sums_;
  CellModel* model_;
  CellTable* table_;
  QLabel *before_, *after_, *empty_, *conditions_;
};

}  // namespace warpwright::views
