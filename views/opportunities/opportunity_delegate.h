#pragma once

#include <QStyledItemDelegate>

namespace warpwright::views {

class Theme;

/// Paints a finding as its shape and title, and a kernel as its name, its file and how many findings it has.
class OpportunityDelegate final : public QStyledItemDelegate {
  Q_OBJECT
 public:
  OpportunityDelegate(const Theme& theme, QObject* parent);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintKernel(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;
  const Theme& theme_;
};

}  // namespace warpwright::views
