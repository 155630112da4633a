#pragma once

#include <filesystem>

#include "views/shared/job.h"
#include "views/window/workflow.h"

namespace warpwright::views {

class TimelinePage;

/// Profiles of programs, as `warpwright profile --format json` writes them, and the tab with their timeline.
class Profiles : public QObject {
  Q_OBJECT
 public:
  explicit Profiles(const WindowParts& parts) : parts_(parts) {}

  /// Asks which profile to open.
  void choose();
  /// Reads the profile and shows its timeline. Says why where that cannot be.
  void open(const std::filesystem::path& file);
  /// Null: none was opened yet.
  TimelinePage* page() { return page_; }

 private:
  WindowParts parts_;
  TimelinePage* page_ = nullptr;  ///< made when it is first seen; the pages own it
  JobSlot readJob_;
};

}  // namespace warpwright::views
