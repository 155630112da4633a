#pragma once

#include <QLayout>
#include <vector>

namespace warpwright::views {

/// Widgets in a row that goes on in the next line where it is full: it needs no more width than its widest widget. From
/// the first item with the alignment `Qt::AlignRight` on, what stands in its line stands at the right end.
class FlowLayout final : public QLayout {
 public:
  /// `gap`: between neighbours, and between lines.
  explicit FlowLayout(QWidget* parent, int gap = 8);
  ~FlowLayout() override;

  void addItem(QLayoutItem* item) override;
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  /// Deletes what is in it.
  void clear();
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
  void setGeometry(const QRect& room) override;
  QSize sizeHint() const override;
  QSize minimumSize() const override;

 private:
  int place(const QRect& room, bool move) const;
  void placeLine(const std::vector<QLayoutItem*>& line, const QRect& room, int height) const;

  std::vector<QLayoutItem*> items_;  // owned
};

}  // namespace warpwright::views
