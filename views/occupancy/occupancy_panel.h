#pragma once

#include <QWidget>
#include <functional>
#include <optional>
#include <vector>

#include "core/device/device.h"
#include "core/report/occupancy_chart.h"

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QSpinBox;

namespace warpwright::views {

class CellModel;
class CellTable;
class OccupancyPlot;
class Theme;

/// The dock of theoretical occupancy: what limits it, and how it goes with block size, registers and shared memory, for
/// the kernel as it is and for the previewed variant.
class OccupancyPanel : public QWidget {
  Q_OBJECT
 public:
  OccupancyPanel(std::vector<Device> devices, Theme& theme, QWidget* parent = nullptr);

  /// `name`: the kernel's; empty: none is selected.
  void setKernel(const QString& name, std::optional<OccupancyCase> original);
  /// What the variant is called, and what it needs; absent: there is none.
  void setVariant(const QString& name, std::optional<OccupancyCase> variant);
  void setDevice(const QString& name);
  QString device() const;
  const std::optional<OccupancyComparison>& comparison() const { return comparison_; }
  /// The user's own values; they last until another kernel comes.
  void tryThreads(uint32_t threads);
  void tryRegisters(uint32_t registers);
  void tryShared(uint64_t bytes);
  CellTable& table() { return *table_; }

 signals:
  void deviceChosen(const QString& name);

 private:
  struct Fact {
    QWidget* box;
    QLabel *shape, *name, *percent, *words;
  };
  QWidget* makeBar();
  QWidget* makeBody();
  QWidget* makeCharts(QWidget* parent);
  Fact makeFact(const QString& name, QWidget* parent);
  void connectParts();
  void update();
  void showFacts();
  void showLimits();
  void changeOne(const std::function<void(OccupancyCase&)>& change);
  void reset();
  void saveSvg();
  bool writeSvg(const QString& path) const;
  void restyle();

  Theme& theme_;
  std::vector<Device> devices_;
  QString kernel_, variantName_;
  std::optional<OccupancyCase> given_, givenVariant_;  // as analysed
  std::optional<OccupancyCase> original_, variant_;    // with what the user tries
  bool tried_ = false;
  std::optional<OccupancyComparison> comparison_;
  QComboBox* device_;
  QLabel *title_, *note_, *empty_, *conditions_;
  QSpinBox *threads_, *registers_;
  QPushButton *reset_, *svg_;
  QWidget* body_;
  QScrollArea* scroll_;
  Fact ofOriginal_, ofVariant_;
  CellModel* model_;
  CellTable* table_;
  OccupancyPlot* plots_[3];
};

}  // namespace warpwright::views
