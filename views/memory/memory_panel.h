#pragma once

#include <QWidget>
#include <vector>

#include "core/job/kernel_trace.h"

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;

namespace warpwright::views {

class CellModel;
class CellTable;
class MemoryPicture;
class Theme;

/// What was traced on the CPU engine, for the dock.
struct MemoryTraces {
  std::vector<KernelTrace> kernels;  ///< `variant` is that of the original where there is none
  bool hasVariant = false;
  QString variantName;  ///< "Keep result in a register"
};

/// The dock of memory traffic: the chart kernel ↔ L1 and shared ↔ L2 ↔ DRAM of original and variant, the totals, and
/// what each line asks for. Modelled, and it says so.
class MemoryPanel : public QWidget {
  Q_OBJECT
 public:
  explicit MemoryPanel(Theme& theme, QWidget* parent = nullptr);

  void setTraces(MemoryTraces traces);
  /// The kernel in front, where it was traced.
  void setKernel(const QString& name);
  /// Whether there is a program that could be traced, and what runs now.
  void setState(bool canTrace, bool running);
  QComboBox& kernels() { return *kernels_; }
  CellTable& totals() { return *totals_; }
  CellTable& places() { return *places_; }

 signals:
  void traceRequested();
  void lineClicked(const warpwright::SourcePosition& at);

 private:
  QWidget* makeBar();
  QWidget* makeBody();
  void showKernel();
  void saveSvg();
  const KernelTrace* shown() const;

  Theme& theme_;
  MemoryTraces traces_;
  QComboBox* kernels_;
  QLabel *estimate_, *conditions_, *empty_;
  QPushButton *trace_, *svg_;
  MemoryPicture* drawing_;
  CellModel *totalsModel_, *placesModel_;
  CellTable *totals_, *places_;
  QScrollArea* scroll_;
  std::vector<SourcePosition> rows_;
  bool canTrace_ = false, running_ = false;
};

}  // namespace warpwright::views
