#pragma once

#include <QStyledItemDelegate>
#include <QWidget>
#include <map>
#include <string>

#include "core/base/source_range.h"
#include "core/finding/opportunity.h"
#include "views/opportunities/measured_finding.h"

class QLabel;
class QPushButton;
class QTableView;

namespace warpwright::views {

class EvidenceModel;
class Findings;
class Selection;
class Theme;
struct FindingGroup;

/// The content of the Evidence dock: why the selected finding has its verdict, what that rests on, what it may bring,
/// and the next step, pinned below.
class EvidencePanel : public QWidget {
  Q_OBJECT
 public:
  EvidencePanel(const Findings& findings, Selection& selection, Theme& theme, QWidget* parent = nullptr);

  /// Whether the buttons can be used, and why not.
  void setActions(bool preview, const QString& previewReason, bool verify, const QString& verifyReason);
  /// By id of the opportunity.
  void setMeasured(std::map<std::string, MeasuredFinding> measured);
  /// What the user wrote about findings, by id of the opportunity.
  void setNotes(std::map<std::string, QString> notes);
  /// One primary button a screen: where the preview is in front, that is not this one.
  void setPrimary(bool primary);
  QTableView& table() { return *table_; }
  /// Everything it says, for tests.
  QString text() const;

 signals:
  void lineClicked(const warpwright::SourcePosition& at);
  void previewRequested();
  void verifyRequested();
  /// Which loads of the kernel to keep in L1 is to be computed.
  void computeRequested();
  /// The launch of the kernel is to be given, or seen in a run.
  void launchRequested();
  void observeRequested();
  /// It is to be said how the file is compiled.
  void flagsRequested();
  /// The user wants to write about the finding.
  void noteRequested();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showFinding();
  void showOpportunity(const Opportunity& opportunity);
  void showNote(const std::string& id);
  void showGroup(const Opportunity& opportunity, const FindingGroup& group);
  void follow(const QString& link);
  void fitTable();
  void fitRows();
  QLabel* addLabel(const QString& name);

  const Findings& findings_;
  Selection& selection_;
  Theme& theme_;
  QWidget* body_;
  QLabel *shape_, *title_, *pass_, *reason_, *restsOn_, *seen_, *stays_, *alternatives_, *estimate_, *measured_, *note_,
      *empty_;
  std::map<std::string, MeasuredFinding> measuredById_;
  std::map<std::string, QString> notes_;
  QTableView* table_;
  EvidenceModel* model_;
  QPushButton *preview_, *verify_, *compute_, *launch_, *observe_, *flags_;
  std::string file_;
  bool primary_ = true;
};

}  // namespace warpwright::views
