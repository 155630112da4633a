#pragma once

#include <QTableView>

namespace warpwright::views {

class CellModel;
class Theme;

/// A table over a CellModel: rows that grow with the font, shapes and code words painted, Ctrl+C copies the selected
/// rows (or all) as tab-separated text with headers.
class CellTable : public QTableView {
  Q_OBJECT
 public:
  CellTable(CellModel& model, const QString& name, Theme& theme, QWidget* parent = nullptr);

  CellModel& cells() const { return model_; }
  /// The selected row of the model; -1: none.
  int currentRow() const;
  /// Which column takes the room that is left; -1: none.
  void setWideColumn(int column);
  /// Columns as wide as what they hold.
  void fit();
  /// Rows at least this high, at a normal font.
  void setRowMinimum(int height);
  /// As high as its rows, up to `rows` of them: for a table among other things.
  void setShownRows(int rows);
  /// Rows and headers as tab-separated text.
  QString asText() const;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  /// A row was clicked, or Enter was pressed on it.
  void chosen(int row);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void restyle();
  int rowHeight() const;
  CellModel& model_;
  Theme& theme_;
  int shownRows_ = 0, wide_ = -1, rowMinimum_ = 23;
};

}  // namespace warpwright::views
