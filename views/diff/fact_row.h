#pragma once

#include <QWidget>

namespace warpwright::views {

class FlowLayout;
class Theme;
struct Preview;

/// What a rewrite changes of the kernel's needs, in cells: threads, registers, shared memory, occupancy, the speed-up
/// that is expected, and whether the new text can be parsed.
class FactRow : public QWidget {
  Q_OBJECT
 public:
  explicit FactRow(const Theme& theme, QWidget* parent = nullptr);

  /// `device`: the GPU that occupancy is shown for, by its name.
  void show(const Preview& preview, const QString& device);

 private:
  void add(const QString& name, const QString& value, const QString& condition = {});
  void addResources(const Preview& preview);
  void addOccupancy(const Preview& preview, const QString& device);

  const Theme& theme_;
  FlowLayout* row_ = nullptr;
};

}  // namespace warpwright::views
