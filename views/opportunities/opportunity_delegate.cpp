#include "views/opportunities/opportunity_delegate.h"

#include <QPainter>
#include <algorithm>

#include "views/opportunities/opportunity_model.h"
#include "views/shared/code_text.h"
#include "views/shared/theme.h"

namespace warpwright::views {

OpportunityDelegate::OpportunityDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), theme_(theme) {}

QSize OpportunityDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const int height = std::max(23, QFontMetrics(theme_.font()).height() + 6);
  return {QStyledItemDelegate::sizeHint(option, index).width() + 20, height};
}

void OpportunityDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  if (index.data(OpportunityModel::isKernelRole).toBool()) {
    paintKernel(painter, option, index);
    return;
  }
  if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme_.color("select"));
  const bool focused = (option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_Selected);
  const QRect inside = option.rect.adjusted(4, 0, index.column() == OpportunityModel::titleColumn ? -8 : -18, 0);
  if (index.column() == OpportunityModel::titleColumn) {
    const auto verdict = static_cast<VerdictKind>(index.data(OpportunityModel::verdictRole).toInt());
    const int size = std::max(12, QFontMetrics(theme_.font()).ascent() - 2);
    const QPixmap shape = theme_.shape(shapeName(verdict), size, painter->device()->devicePixelRatioF());
    painter->drawPixmap(inside.left(), inside.center().y() - size / 2 + 1, shape);
    paintCodeText(*painter, inside.adjusted(size + 6, 0, 4, 0), index.data().toString(), theme_.font(), theme_,
                  theme_.color("text"));
  } else {
    const QString shape = index.data(OpportunityModel::shapeRole).toString();
    if (!shape.isEmpty()) {
      const int left = inside.right() - QFontMetrics(theme_.font(0.97)).horizontalAdvance(index.data().toString()) - 16;
      painter->drawPixmap(left, inside.center().y() - 5,
                          theme_.shape(shape, 11, painter->device()->devicePixelRatioF()));
    }
    const QString words = index.data().toString();
    painter->setFont(theme_.font(0.97));
    const bool expects = index.column() == OpportunityModel::estimateColumn && words.size() > 1;
    if (expects) {  // what is not measured has a dashed outline everywhere
      const int width = QFontMetrics(painter->font()).horizontalAdvance(words) + 10;
      QPen dashes(theme_.color("control"), 1);
      dashes.setDashPattern({3, 2});
      painter->setPen(dashes);
      painter->setBrush(Qt::NoBrush);
      painter->drawRect(QRect(inside.right() - width + 5, inside.top() + 3, width, inside.height() - 7));
    }
    const bool isMuted =
        index.column() == OpportunityModel::lineColumn || index.data(OpportunityModel::isOlderRole).toBool();
    painter->setPen(theme_.color(isMuted ? "muted" : "text"));
    painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter, words);
  }
  if (focused) {
    painter->fillRect(QRect(option.rect.left(), option.rect.top(), option.rect.width(), 1), theme_.color("accent"));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme_.color("accent"));
  }
}

void OpportunityDelegate::paintKernel(QPainter* painter, const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const {
  painter->fillRect(option.rect, theme_.color(option.state & QStyle::State_Selected ? "select" : "raised"));
  if (index.column() != OpportunityModel::titleColumn) return;
  QRect inside = option.rect.adjusted(4, 0, -18, 0);
  const QString count = QString::number(index.data(OpportunityModel::countRole).toInt());
  painter->setFont(theme_.font(0.95));
  painter->setPen(theme_.color("muted"));
  painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter, count);
  inside.setRight(inside.right() - QFontMetrics(theme_.font()).horizontalAdvance(count) - 8);
  QFont bold = theme_.font(1, QFont::DemiBold);
  const int used =
      paintCodeText(*painter, inside, '`' + index.data().toString() + '`', bold, theme_, theme_.color("text"));
  inside.setLeft(inside.left() + used + 8);
  if (inside.width() > 20) {
    paintCodeText(*painter, inside, index.data(OpportunityModel::detailRole).toString(), theme_.font(0.97), theme_,
                  theme_.color("muted"));
  }
}

}  // namespace warpwright::views
