#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace warpwright::views {

/// One cell of a table of values: what is painted, and what it is sorted by.
struct Cell {
  QString text;   ///< code words in backticks
  QString shape;  ///< a verdict shape in front of the text; empty: none
  QString note;   ///< smaller and muted behind the text
  QString below;  ///< smaller and muted in a second line; a row is high enough only where its table says so
  bool strong = false, muted = false;
  std::optional<double> bar;      ///< 0 … 1: a bar in front of the text
  std::string barToken = "base";  ///< its colour
  QVariant sort;                  ///< what the column is sorted by; invalid: the text
};

struct CellColumn {
  QString title;          ///< with the unit: "Time, s"
  bool isNumber = false;  ///< right-aligned
};

/// Rows of cells: the one model of the docks' tables, which show values that core has put into words.
class CellModel final : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role { cellRole = Qt::UserRole, sortRole };

  CellModel(std::vector<CellColumn> columns, QObject* parent = nullptr);

  void setRows(std::vector<std::vector<Cell>> rows);
  void setColumns(std::vector<CellColumn> columns);
  const std::vector<CellColumn>& columns() const { return columns_; }
  const Cell* cellAt(const QModelIndex& index) const;
  /// A row as a sentence for screen readers: "Cost: 35,289, Largest block: 1,024".
  QString spoken(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  std::vector<CellColumn> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace warpwright::views
