#pragma once

#include <QScrollArea>
#include <vector>

#include "core/finding/opportunity.h"
#include "core/session/tuning_history.h"

class QHBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace warpwright::views {

class Theme;

/// Which changes of a kernel are previewed together: a list to choose from, and the chosen ones in their order, each
/// with its values. Hidden where there is nothing to choose.
class StackRow : public QScrollArea {
  Q_OBJECT
 public:
  explicit StackRow(Theme& theme, QWidget* parent = nullptr);

  /// `choices`: in the order in which they may be stacked; `passes`: that found them.
  void setStack(PassDescriptions passes, std::vector<Opportunity> choices, VariantSteps steps);
  const VariantSteps& steps() const { return steps_; }
  /// The list of changes to choose from, for the keyboard and tests.
  QPushButton& list() { return *list_; }
  void openList();

 signals:
  void chosen(const warpwright::VariantSteps& steps);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fill();
  void fillList();
  void addStep(size_t at);
  void addValue(size_t at, const Opportunity& change, const Parameter& parameter, QHBoxLayout& row);
  const Opportunity* find(const std::string& id) const;
  void fitHeight();

  Theme& theme_;
  PassDescriptions passes_;
  std::vector<Opportunity> choices_;
  VariantSteps steps_;
  QVBoxLayout* rows_;
  QPushButton* list_;
};

}  // namespace warpwright::views
