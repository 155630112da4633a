#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <optional>
#include <string>

#include "core/report/tuning_table.h"
#include "core/session/records.h"
#include "views/shared/job.h"
#include "views/window/workflow.h"

namespace warpwright::views {

class OwnVariantPage;

/// The texts of kernels that the user wrote, one a kernel, in a tab of their own. They are kept in the session while
/// they are written, and measured as any variant is.
class OwnVariants : public QObject {
  Q_OBJECT
 public:
  explicit OwnVariants(const WindowParts& parts);

  /// Opens the tab with the variant of the selected kernel; a copy of its file where there is none yet. Says why where
  /// that cannot be.
  void show();
  /// The kernel whose variant is shown; empty: none was yet.
  const std::string& kernel() const { return kernel_; }
  OwnVariantPage* page() { return page_; }
  /// The file in which the program of the kernel that is shown starts.
  const std::string& unit() const { return unit_; }
  /// The text that is shown, beside its original as it lies on the disk; none: they are the same.
  std::optional<VariantFile> file() const;
  /// Takes what a session kept.
  void restore(const std::map<std::string, std::string>& values);
  /// Says what became of the text; `whyNot`: why it cannot be measured now.
  void update(const TuningTable* table, bool isRunning, const QString& whyNot);

 signals:
  /// The text that is shown is to be judged.
  void measureRequested();
  void edited();

 private:
  struct Text {
    std::string path, text;
  };
  void open();
  void display(const std::string& original, uint32_t line);
  void compare();
  void keep();
  QString nameOfFile() const;

  WindowParts parts_;
  std::string kernel_, unit_, original_;
  std::map<std::string, Text> texts_;  ///< by kernel
  OwnVariantPage* page_ = nullptr;     ///< made when it is first seen; the pages own it
  QTimer quiet_;                       ///< between the last key and what is kept
  JobSlot readJob_;
};

}  // namespace warpwright::views
