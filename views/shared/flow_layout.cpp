#include "views/shared/flow_layout.h"

#include <QWidget>
#include <algorithm>
#include <utility>

namespace warpwright::views {

FlowLayout::FlowLayout(QWidget* parent, int gap) : QLayout(parent) {
  setSpacing(gap);
}

FlowLayout::~FlowLayout() {
  for (QLayoutItem* item : items_) delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
  items_.push_back(item);
  invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* item = itemAt(index);
  if (item) items_.erase(items_.begin() + index);
  return item;
}

void FlowLayout::clear() {
  while (QLayoutItem* item = takeAt(0)) {
    delete item->widget();
    delete item;
  }
}

void FlowLayout::setGeometry(const QRect& room) {
  QLayout::setGeometry(room);
  place(room, true);
}

/// All of it in one line.
QSize FlowLayout::sizeHint() const {
  const QMargins around = contentsMargins();
  QSize size;
  for (const QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize one = item->sizeHint();
    size = {size.width() + one.width() + (size.width() > 0 ? spacing() : 0), std::max(size.height(), one.height())};
  }
  return size + QSize(around.left() + around.right(), around.top() + around.bottom());
}

QSize FlowLayout::minimumSize() const {
  const QMargins around = contentsMargins();
  QSize size;
  for (const QLayoutItem* item : items_) {
    if (!item->isEmpty()) size = size.expandedTo(item->minimumSize());
  }
  return size + QSize(around.left() + around.right(), around.top() + around.bottom());
}

/// Gives the height that it takes.
int FlowLayout::place(const QRect& room, bool move) const {
  const QMargins around = contentsMargins();
  const QRect inside = room.marginsRemoved(around);
  std::vector<QLayoutItem*> line;
  int width = 0, height = 0, top = inside.top();
  const auto end = [&] {
    if (move) placeLine(line, QRect(inside.left(), top, inside.width(), height), height);
    if (!line.empty()) top += height + spacing();
    line.clear();
    width = height = 0;
  };
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize size = item->sizeHint();
    if (!line.empty() && width + spacing() + size.width() > inside.width()) end();
    width += size.width() + (line.empty() ? 0 : spacing());
    height = std::max(height, size.height());
    line.push_back(item);
  }
  end();
  const int below = top > inside.top() ? top - spacing() : top;
  return below - room.top() + around.bottom();
}

void FlowLayout::placeLine(const std::vector<QLayoutItem*>& line, const QRect& room, int height) const {
  int used = spacing() * (static_cast<int>(line.size()) - 1);
  for (const QLayoutItem* item : line) used += item->sizeHint().width();
  int left = room.left(), spare = std::max(0, room.width() - used);
  for (QLayoutItem* item : line) {
    const QSize size = item->sizeHint();
    if (item->alignment() & Qt::AlignRight) left += std::exchange(spare, 0);
    const int width = std::min(size.width(), room.width());
    item->setGeometry(QRect(left, room.top() + (height - size.height()) / 2, width, size.height()));
    left += width + spacing();
  }
}

}  // namespace warpwright::views
