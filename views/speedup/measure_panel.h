#pragma once

#include <QWidget>
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

class CellModel;
class CellTable;
class SpeedupPlot;
class Theme;

/// What a running measurement shows beside its table.
struct ProfilingState {
  bool running = false, pausing = false;
  QString phase;    ///< what happens before the first variant; empty: variants are judged
  QString variant;  ///< that is being judged
  size_t judged = 0, most = 0;
  double secondsSpent = 0, secondsLeft = -1;
  QString failure;  ///< why the last one ended early; empty: it did not
};

/// The content of the Profiling dock: what to measure on and with which input, how far it is, the variants with their
/// bars.
class ProfilingPanel : public QWidget {
  Q_OBJECT
 public:
  explicit ProfilingPanel(Theme& theme, QWidget* parent = nullptr);

  QComboBox& targets() { return *targets_; }
  void setKernel(const QString& kernel, const QString& arguments);
  /// Why measuring cannot be started; empty: it can.
  void setWhyNot(const QString& reason);
  void setTable(const std::optional<TuningTable>& table);
  void setState(const ProfilingState& state);

  QString arguments() const;
  std::string capture() const { return capture_.toStdString(); }
  std::string strategy() const;
  int budgetSeconds() const;
  CellTable& table() { return *table_; }
  SpeedupPlot& plot() { return *plot_; }
  /// The sentence about the progress, for tests.
  QString progressText() const;

 signals:
  void startRequested();
  void pauseRequested();
  void cancelRequested();
  /// The best variant, or the selected one.
  void applyRequested(const warpwright::VariantSteps& steps);

 protected:
  void resizeEvent(QResizeEvent* event) override;

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
  QString runningFigures() const;
  QString muted(const QString& text) const;
  void showRow(int row);

  Theme& theme_;
  std::optional<TuningTable> shown_;
  ProfilingState state_;
  QString kernel_, whyNot_, capture_;
  QComboBox *targets_, *input_, *budget_, *search_;
  QLineEdit* arguments_;
  QPushButton *start_, *pause_, *cancel_, *apply_;
  QLabel *shape_, *words_, *figures_, *conditions_, *empty_, *plotTitle_;
  QProgressBar* progress_;
  CellModel* model_;
  CellTable* table_;
  SpeedupPlot* plot_;
  QScrollArea* choices_;
  QWidget *results_, *plotSide_, *progressRow_;
};

}  // namespace warpwright::views
