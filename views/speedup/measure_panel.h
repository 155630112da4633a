#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <string>

#include "core/report/tuning_table.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QSplitter;
class QToolButton;

namespace warpwright::views {

class ArgumentMenu;
class CellModel;
class CellTable;
class Theme;
class VariantViews;
class WholeProgramRow;

/// What a running measurement shows beside its table.
struct MeasureState {
  bool running = false, pausing = false;
  QString phase;    ///< what happens before the first variant; empty: variants are judged
  QString variant;  ///< that is being judged
  size_t judged = 0, most = 0;
  double secondsSpent = 0, secondsLeft = -1;
  QString failure;       ///< why the last one ended early; empty: it did not
  bool isOlder = false;  ///< what the table says holds of an older text
};

/// The one page of measuring: what to measure on and with which input, how far it is, the variants, and beside them the
/// views of the selected one.
class MeasurePanel : public QWidget {
  Q_OBJECT
 public:
  explicit MeasurePanel(Theme& theme, QWidget* parent = nullptr);

  QComboBox& targets() { return *targets_; }
  void setKernel(const QString& kernel, const QString& arguments);
  /// Why measuring cannot be started; empty: it can.
  void setWhyNot(const QString& reason);
  /// Null: nothing was measured.
  void setTable(std::shared_ptr<const TuningTable> table);
  void setState(const MeasureState& state);

  QString arguments() const;
  ArgumentMenu& kept() { return *kept_; }
  std::string capture() const { return capture_.toStdString(); }
  std::string strategy() const;
  int budgetSeconds() const;
  CellTable& table() { return *table_; }
  VariantViews& views() { return *views_; }
  /// What the best variant brings the whole program, below the variants.
  WholeProgramRow& whole() { return *whole_; }
  /// The row that is selected; null: none is.
  const TuningRow* selected() const;
  /// Selects the row of these steps, without an echo; none where no row has them.
  void select(const VariantSteps& steps);
  /// The sentence about the progress, for tests.
  QString progressText() const;

 signals:
  void startRequested();
  void pauseRequested();
  void cancelRequested();
  /// Another row is looked at.
  void variantChosen(const warpwright::VariantSteps& steps);
  /// The user wants to write a variant.
  void ownRequested();
  /// A row was asked to show its texts.
  void compareRequested(const warpwright::VariantSteps& steps);
  /// The selected variant, or the best one where none is.
  void applyRequested(const warpwright::VariantSteps& steps);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeChoices();
  QWidget* makeFields();
  QWidget* makeProgress();
  QWidget* makeResults();
  void chooseCapture();
  void restyle();
  void fitChoices();
  void update();
  void updateControls();
  void updateProgress();
  void updateResults();
  void fillRows(const std::string& selected);
  std::string nameOfSelected() const;
  QString whyOlder() const;
  const TuningRow* applied() const;
  void fitColumns();
  QString runningFigures() const;
  QString muted(const QString& text) const;
  void showRow(int row);

  Theme& theme_;
  std::shared_ptr<const TuningTable> shown_;  ///< the views have it, too; null: none
  MeasureState state_;
  QString kernel_, whyNot_, capture_;
  QComboBox *targets_, *input_, *budget_, *search_;
  QLineEdit* arguments_;
  ArgumentMenu* kept_;
  QPushButton *start_, *own_, *pause_, *cancel_, *apply_;
  QLabel *shape_, *words_, *figures_, *conditions_, *empty_;
  QProgressBar* progress_;
  CellModel* model_;
  CellTable* table_;
  VariantViews* views_;
  WholeProgramRow* whole_;
  QScrollArea* choices_;
  QWidget *results_, *progressRow_;
  bool selecting_ = false;
};

}  // namespace warpwright::views
