#include "views/window/occupancy_dock.h"

#include "core/device/device.h"
#include "core/report/occupancy_chart.h"
#include "views/diff/preview_page.h"
#include "views/occupancy/occupancy_panel.h"
#include "views/shared/code_text.h"
#include "views/shared/findings.h"
#include "views/shared/message_text.h"
#include "views/shared/selection.h"
#include "views/window/bottom_docks.h"
#include "views/window/chosen_device.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"

namespace warpwright::views {
namespace {

std::string caseKey(const std::optional<OccupancyCase>& of) {
  if (!of) return {};
  const OccupancyRequest& request = of->request;
  return std::to_string(request.threadsPerBlock) + ' ' + std::to_string(request.registersPerThread) + ' ' +
         std::to_string(request.sharedBytesPerBlock) + ' ' + of->registersSource;
}

}  // namespace

void OccupancyDock::addDocks() {
  parts_.bottom.add(tr("Occupancy"), "occupancy", "Alt+4", [this](QWidget* parent) {
    auto devices = allDevices();
    panel_ = new OccupancyPanel(devices.ok() ? std::move(*devices) : std::vector<Device>(), parts_.theme, parent);
    panel_->setDevice(chosenDevice(parts_.settings));
    connect(panel_, &OccupancyPanel::deviceChosen, this, [this](const QString& name) {
      parts_.settings.setValue(chosenDeviceKey, name);
      parts_.pages.preview().setDevice(name);
      emit deviceChosen();
    });
    update();
    return panel_;
  });
}

void OccupancyDock::showDevice() {
  if (panel_) panel_->setDevice(chosenDevice(parts_.settings));
}

void OccupancyDock::update() {
  if (!panel_) return;
  const KernelSummary* shown = nullptr;
  if (const UnitFindings* unit = parts_.findings.unit(parts_.selection.file())) {
    for (const KernelSummary& kernel : unit->shown.kernels) {
      if (kernel.name == parts_.selection.kernel()) shown = &kernel;
    }
  }
  const auto original = shown ? occupancyCase(*shown) : std::nullopt;
  std::optional<OccupancyCase> variant;
  const Preview& preview = parts_.pages.preview().preview();
  if (shown && parts_.flow.hasPreview() && preview.kernel.name == shown->name && preview.kernelAfter) {
    variant = occupancyCase(*preview.kernelAfter);
  }
  const QString variantName = variant ? plainText(messageText(preview.opportunity.title)) : QString();
  // What the user tries stays while nothing that it rests on changes.
  const auto state = std::make_tuple(parts_.selection.file(), parts_.selection.kernel(), caseKey(original),
                                     caseKey(variant), variantName);
  if (state == shown_) return;
  shown_ = state;
  panel_->setKernel(shown ? QString::fromStdString(shown->name) : QString(), original);
  panel_->setVariant(variantName, variant);
}

}  // namespace warpwright::views
