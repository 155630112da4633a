#pragma once

#include <QTreeView>
#include <QWidget>
#include <array>

#include "views/shared/selection.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace warpwright::views {

class Findings;
class OpportunityFilter;
class OpportunityModel;
class Theme;

/// The content of the Opportunities dock: words to filter by, a chip for each verdict, the tree.
class OpportunitiesPanel : public QWidget {
  Q_OBJECT
 public:
  OpportunitiesPanel(const Findings& findings, Selection& selection, Theme& theme, QWidget* parent = nullptr);

  OpportunityModel& model() { return *model_; }
  QTreeView& tree() { return *tree_; }
  /// Of which files findings are listed.
  enum Scope { file, program, project, scopes };
  void setScope(Scope scope);
  Scope scope() const { return scope_; }
  /// Selects the next (+1) or previous (-1) finding in the order shown.
  void step(int direction);

 signals:
  void previewRequested();
  void activated();
  /// What was stopped is to go on.
  void analyseRequested();
  void scopeChosen(int scope);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QHBoxLayout* makeFilters();
  QHBoxLayout* makeScopes();
  void updateScope();
  void setUpTree();
  void connectParts();
  void restyle();
  void updateCounts();
  QString whyEmpty() const;
  void updateSpans();
  void fitColumns();
  void showSelection();
  void onCurrent(const QModelIndex& current);

  const Findings& findings_;
  Selection& selection_;
  Theme& theme_;
  OpportunityModel* model_;
  OpportunityFilter* filter_;
  QLineEdit* words_;
  QAction* searchIcon_;
  std::array<QToolButton*, 3> chips_{};
  std::array<QToolButton*, scopes> scopeChips_{};
  QLabel* inScope_;
  Scope scope_ = project;
  QTreeView* tree_;
  QLabel* empty_;
  QPushButton* analyse_;
  bool following_ = false;
};

}  // namespace warpwright::views
