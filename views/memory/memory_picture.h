#pragma once

#include <QWidget>
#include <memory>

#include "core/job/kernel_trace.h"
#include "core/report/svg_ink.h"

namespace warpwright::views {

class Theme;

/// The chart kernel ↔ L1 and shared ↔ L2 ↔ DRAM of original and variant, drawn as wide as there is room.
class MemoryPicture : public QWidget {
  Q_OBJECT
 public:
  MemoryPicture(Theme& theme, QWidget* parent);

  /// `trace`: nothing is drawn where it is null. Its variant counts where there is one.
  void show(std::shared_ptr<const KernelTrace> trace, bool hasVariant, const QString& variantName);
  const KernelTrace* trace() const { return trace_.get(); }
  /// The drawing as SVG elements; `height` of it. Requires: there is a trace.
  std::string svg(double width, const SvgInk& ink) const;
  double height() const;
  /// False: it cannot be written. Requires: there is a trace.
  bool saveSvg(const QString& file) const;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  double unit() const;
  Theme& theme_;
  std::shared_ptr<const KernelTrace> trace_;
  bool hasVariant_ = false;
  std::string name_;
};

}  // namespace warpwright::views
