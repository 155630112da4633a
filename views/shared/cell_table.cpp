#include "views/shared/cell_table.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <set>

#include "views/shared/cell_model.h"
#include "views/shared/code_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

constexpr int pad = 8, barWidth = 60, barHeight = 8;

class CellDelegate final : public QStyledItemDelegate {
 public:
  CellDelegate(const Theme& theme, const CellModel& model, QObject* parent)
      : QStyledItemDelegate(parent), theme_(theme), model_(model) {}

  int widthOf(const Cell& cell) const {
    int width =
        codeTextWidth(cell.text, theme_.font(1, cell.strong ? QFont::DemiBold : QFont::Normal), theme_) + 2 * pad;
    if (!cell.shape.isEmpty()) width += shapeSize() + 6;
    if (!cell.note.isEmpty()) width += codeTextWidth(cell.note, theme_.font(0.92), theme_) + 8;
    if (cell.bar) width += barWidth + 8;
    if (!cell.below.isEmpty()) width = std::max(width, codeTextWidth(cell.below, theme_.font(0.92), theme_) + 2 * pad);
    return width + 2;
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool selected = option.state & QStyle::State_Selected;
    painter->fillRect(option.rect, theme_.color(selected ? "select" : "surface"));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme_.color("line"));
    const Cell* cell = model_.cellAt(index);
    if (!cell) return;
    QRect room = option.rect.adjusted(pad, 0, -pad, -1);
    const bool right = model_.columns()[static_cast<size_t>(index.column())].isNumber;
    if (!cell->below.isEmpty()) paintBelow(*painter, room, *cell, right);
    const int wanted =
        widthOf({cell->text, cell->shape, cell->note, {}, cell->strong, cell->muted, cell->bar}) - 2 * pad - 2;
    if (right && wanted < room.width()) room.setLeft(room.right() - wanted);
    if (cell->bar) {
      const QRect frame(room.left(), room.center().y() - barHeight / 2, barWidth, barHeight);
      painter->setPen(theme_.color("control"));
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(frame.adjusted(0, 0, -1, -1));
      painter->fillRect(
          QRect(frame.left(), frame.top(), qRound(barWidth * std::clamp(*cell->bar, 0.0, 1.0)), barHeight),
          theme_.color(cell->barToken));
      room.setLeft(frame.right() + 9);
    }
    if (!cell->shape.isEmpty()) {
      const int size = shapeSize();
      painter->drawPixmap(room.left(), room.center().y() - size / 2 + 1,
                          theme_.shape(cell->shape, size, painter->device()->devicePixelRatioF()));
      room.setLeft(room.left() + size + 6);
    }
    const int used =
        paintCodeText(*painter, room, cell->text, theme_.font(1, cell->strong ? QFont::DemiBold : QFont::Normal),
                      theme_, theme_.color(cell->muted ? "muted" : "text"));
    if (!cell->note.isEmpty() && room.width() > used + 16) {
      paintCodeText(*painter, room.adjusted(used + 8, 0, 0, 0), cell->note, theme_.font(0.92), theme_,
                    theme_.color("muted"));
    }
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const Cell* cell = model_.cellAt(index);
    return cell ? QSize(widthOf(*cell), QFontMetrics(theme_.font()).height() + 7)
                : QStyledItemDelegate::sizeHint(option, index);
  }

 private:
  /// The second line; `room` keeps what is left for the first.
  void paintBelow(QPainter& painter, QRect& room, const Cell& cell, bool right) const {
    const QFont small = theme_.font(0.92);
    QRect second = room;
    second.setTop(room.center().y() + 1);
    const int wanted = codeTextWidth(cell.below, small, theme_);
    if (right && wanted < second.width()) second.setLeft(second.right() - wanted);
    second.setBottom(second.top() + QFontMetrics(small).height());
    paintCodeText(painter, second, cell.below, small, theme_, theme_.color("muted"));
    room.setBottom(room.center().y() + 1);
    room.setTop(room.bottom() - QFontMetrics(theme_.font()).height());
  }
  int shapeSize() const { return std::max(11, QFontMetrics(theme_.font()).ascent() - 1); }
  const Theme& theme_;
  const CellModel& model_;
};

}  // namespace

CellTable::CellTable(CellModel& model, const QString& name, Theme& theme, QWidget* parent)
    : QTableView(parent), model_(model), theme_(theme) {
  setModel(&model);
  setItemDelegate(new CellDelegate(theme, model, this));
  setAccessibleName(name);
  horizontalHeader()->setAccessibleName(tr("Columns of %1").arg(name));
  verticalHeader()->setAccessibleName(tr("Rows of %1").arg(name));
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(16);
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setResizeContentsPrecision(50);  // rows of a long table that tell the width
  horizontalHeader()->setStretchLastSection(true);
  setShowGrid(false);
  setWordWrap(false);
  setSelectionBehavior(SelectRows);
  setSelectionMode(ExtendedSelection);
  setEditTriggers(NoEditTriggers);
  setTabKeyNavigation(false);
  setHorizontalScrollMode(ScrollPerPixel);
  connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) { emit chosen(index.row()); });
  connect(&model, &QAbstractItemModel::modelReset, this, [this] {
    fit();
    updateGeometry();
  });
  connect(&theme, &Theme::changed, this, &CellTable::restyle);
  restyle();
}

void CellTable::restyle() {
  verticalHeader()->setDefaultSectionSize(rowHeight());
  fit();
  updateGeometry();
}

int CellTable::rowHeight() const {
  return std::max(rowMinimum_, QFontMetrics(theme_.font()).height() + 7);
}

void CellTable::setRowMinimum(int height) {
  rowMinimum_ = height;
  restyle();
}

int CellTable::currentRow() const {
  const QModelIndexList rows = selectionModel()->selectedRows();
  return rows.isEmpty() ? -1 : rows.front().row();
}

void CellTable::setWideColumn(int column) {
  wide_ = column;
  fit();
}

void CellTable::fit() {
  const bool stretches = wide_ >= 0 && wide_ < model_.columnCount();
  horizontalHeader()->setStretchLastSection(!stretches);
  for (int column = 0; column < model_.columnCount(); ++column) {
    horizontalHeader()->setSectionResizeMode(
        column, stretches && column == wide_ ? QHeaderView::Stretch : QHeaderView::Interactive);
  }
  resizeColumnsToContents();
  // The style sheet's bold header is wider than Qt believes.
  const QFontMetrics bold(theme_.font(1, QFont::DemiBold));
  for (int column = 0; column < model_.columnCount(); ++column) {
    const int wanted = bold.horizontalAdvance(model_.columns()[static_cast<size_t>(column)].title) + 2 * pad + 14;
    if (columnWidth(column) < wanted) setColumnWidth(column, wanted);
  }
}

void CellTable::setShownRows(int rows) {
  shownRows_ = rows;
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  updateGeometry();
}

QSize CellTable::sizeHint() const {
  if (shownRows_ == 0) return QTableView::sizeHint();
  const int rows = std::clamp(model_.rowCount(), 1, shownRows_);
  return {320, horizontalHeader()->sizeHint().height() + rows * rowHeight() + 5};
}

QSize CellTable::minimumSizeHint() const {
  return shownRows_ == 0 ? QSize(120, horizontalHeader()->sizeHint().height() + 2 * rowHeight())
                         : QSize(120, sizeHint().height());
}

QString CellTable::asText() const {
  std::set<int> rows;
  for (const QModelIndex& index : selectionModel()->selectedRows()) rows.insert(index.row());
  if (rows.size() < 2) {
    rows.clear();
    for (int row = 0; row < model_.rowCount(); ++row) rows.insert(row);
  }
  QStringList lines, titles;
  for (const CellColumn& column : model_.columns()) titles << column.title;
  lines << titles.join('\t');
  for (const int row : rows) {
    QStringList cells;
    for (int column = 0; column < model_.columnCount(); ++column) cells << model_.index(row, column).data().toString();
    lines << cells.join('\t');
  }
  return lines.join('\n') + '\n';
}

void CellTable::keyPressEvent(QKeyEvent* event) {
  if (event == QKeySequence::Copy) {
    QApplication::clipboard()->setText(asText());
    return;
  }
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    if (currentIndex().isValid()) emit chosen(currentIndex().row());
    return;
  }
  QTableView::keyPressEvent(event);
}

}  // namespace warpwright::views
