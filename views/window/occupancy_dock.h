#pragma once

#include <string>
#include <tuple>

#include "views/window/workflow.h"

namespace warpwright::views {

class OccupancyPanel;

/// The dock Occupancy: the selected kernel and the previewed variant of it on the chosen GPU.
class OccupancyDock : public Workflow {
  Q_OBJECT
 public:
  explicit OccupancyDock(const WindowParts& parts) : Workflow(parts) {}

  void addDocks() override;
  void update() override;
  bool isRunning() const override { return false; }
  QString doing() const override { return {}; }
  void cancel() override {}
  /// Another device was chosen elsewhere.
  void showDevice();

 signals:
  /// The setting has changed: `chosenDevice`.
  void deviceChosen();

 private:
  OccupancyPanel* panel_ = nullptr;  // made when its dock is first seen
  std::tuple<std::string, std::string, std::string, std::string, QString> shown_;
};

}  // namespace warpwright::views
