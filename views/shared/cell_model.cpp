#include "views/shared/cell_model.h"

#include "core/report/shapes.h"
#include "views/shared/code_text.h"

namespace warpwright::views {
namespace {

QString shapeWord(const QString& shape) {
  for (const ShapeInfo& info : allShapes()) {
    if (shape == QLatin1String(info.name))
      return QString::fromUtf8(info.word.data(), static_cast<qsizetype>(info.word.size()));
  }
  return {};
}

}  // namespace

CellModel::CellModel(std::vector<CellColumn> columns, QObject* parent)
    : QAbstractTableModel(parent), columns_(std::move(columns)) {}

void CellModel::setRows(std::vector<std::vector<Cell>> rows) {
  beginResetModel();
  rows_ = std::move(rows);
  endResetModel();
}

void CellModel::setColumns(std::vector<CellColumn> columns) {
  beginResetModel();
  columns_ = std::move(columns);
  rows_.clear();
  endResetModel();
}

const Cell* CellModel::cellAt(const QModelIndex& index) const {
  if (!index.isValid() || index.row() >= static_cast<int>(rows_.size())) return nullptr;
  const std::vector<Cell>& row = rows_[static_cast<size_t>(index.row())];
  return index.column() < static_cast<int>(row.size()) ? &row[static_cast<size_t>(index.column())] : nullptr;
}

QString CellModel::spoken(int row) const {
  QStringList parts;
  for (int column = 0; column < columnCount(); ++column) {
    const Cell* cell = cellAt(index(row, column));
    if (!cell) continue;
    QString words = plainText(cell->text);
    if (const QString shape = shapeWord(cell->shape); !shape.isEmpty() && !words.contains(shape, Qt::CaseInsensitive)) {
      words = words.isEmpty() ? shape : shape + ", " + words;
    }
    if (!cell->note.isEmpty()) words += ' ' + plainText(cell->note);
    if (!cell->below.isEmpty()) words += ", " + plainText(cell->below);
    if (words.isEmpty()) continue;
    const QString& title = columns_[static_cast<size_t>(column)].title;
    parts << (column == 0 || title.isEmpty() ? words : title + ": " + words);
  }
  return parts.join(", ");
}

int CellModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int CellModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(columns_.size());
}

QVariant CellModel::data(const QModelIndex& index, int role) const {
  const Cell* cell = cellAt(index);
  if (!cell) return {};
  switch (role) {
    case Qt::DisplayRole:
      return cell->note.isEmpty() ? plainText(cell->text) : plainText(cell->text + ' ' + cell->note);
    case Qt::ToolTipRole:
      return plainText(cell->below.isEmpty() ? cell->text : cell->text + '\n' + cell->below);
    case Qt::AccessibleTextRole:
      return index.column() == 0 ? QVariant(spoken(index.row())) : QVariant();
    case Qt::TextAlignmentRole:
      return QVariant(columns_[static_cast<size_t>(index.column())].isNumber ? Qt::AlignRight | Qt::AlignVCenter
                                                                             : Qt::AlignLeft | Qt::AlignVCenter);
    case sortRole:
      return cell->sort.isValid() ? cell->sort : QVariant(plainText(cell->text));
    default:
      return {};
  }
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const CellColumn& column = columns_[static_cast<size_t>(section)];
  if (role == Qt::DisplayRole) return column.title;
  if (role == Qt::TextAlignmentRole) {
    return QVariant(column.isNumber ? Qt::AlignRight | Qt::AlignVCenter : Qt::AlignLeft | Qt::AlignVCenter);
  }
  return {};
}

}  // namespace warpwright::views
