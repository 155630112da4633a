#pragma once

#include <QObject>
#include <QString>
#include <vector>

class QComboBox;
class QSettings;
class QStandardItemModel;
class QWidget;

namespace warpwright::views {

/// On what variants are measured: the CPU engine here, and what the user added: GPUs, hosts by SSH, partitions of a
/// cluster, recordings. Several choosers show the one choice.
class Targets : public QObject {
  Q_OBJECT
 public:
  explicit Targets(QSettings& settings, QObject* parent = nullptr);

  /// "cpu", "ssh:HOST", "recorded:FILE", …, as the command line writes it.
  const QString& current() const { return current_; }
  /// "This computer, CPU engine"
  QString title() const { return titleOf(current_); }
  void choose(const QString& target);
  /// Lets the box show and change the choice; its last entry is "Add target…".
  void attach(QComboBox& box);

 signals:
  void changed();

 private:
  static QString titleOf(const QString& target);
  void fill();
  void add(QWidget* parent);

  QSettings& settings_;
  QString current_ = "cpu";
  QStandardItemModel* model_;
  std::vector<QComboBox*> boxes_;
};

}  // namespace warpwright::views
