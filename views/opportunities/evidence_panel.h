#pragma once

#include <QStyledItemDelegate>
#include <QWidget>

#include "core/base/source_range.h"
#include "core/opportunity/opportunity.h"

class QLabel;
class QPushButton;
class QTableView;

namespace warpwright::views {

class EvidenceModel;
class Findings;
class Selection;
class Theme;

/// The content of the Evidence dock: why the selected finding has its verdict, what that rests on, what it may bring, and
/// the next step, pinned below.
class EvidencePanel : public QWidget {
  Q_OBJECT
 public:
  EvidencePanel(const Findings& findings, Selection& selection, Theme& theme, QWidget* parent = nullptr);

  /// Whether the buttons can be used, and why not.
  void setActions(bool preview, const QString& previewReason, bool verify, const QString& verifyReason);
  /// One primary button a screen: where the preview is in front, that is not this one.
  void setPrimary(bool primary);
  QTableView& table() { return *table_; }
  /// Everything it says, for tests.
  QString text() const;

 signals:
  void lineClicked(const warpwright::SourcePosition& at);
  void previewRequested();
  void verifyRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showFinding();
  void showOpportunity(const Opportunity& opportunity);
  void fitTable();
  QLabel* addLabel(const QString& name);

  const Findings& findings_;
  Selection& selection_;
  Theme& theme_;
  QWidget* body_;
  QLabel *shape_, *title_, *pass_, *reason_, *restsOn_, *estimate_, *empty_;
  QTableView* table_;
  EvidenceModel* model_;
  QPushButton *preview_, *verify_;
  std::string file_;
  bool primary_ = true;
};

}  // namespace warpwright::views
