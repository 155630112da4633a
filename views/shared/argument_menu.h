#pragma once

#include <QObject>
#include <QString>
#include <vector>

class QLineEdit;

namespace warpwright::views {

class Theme;

/// Arguments of a program under a name: "small" is "256 10".
struct ArgumentSet {
  QString name, arguments;
  bool operator==(const ArgumentSet&) const = default;
};

/// A button inside a field of arguments with the sets that were kept of the program: to take one, to keep what is in
/// the field, to take one away.
class ArgumentMenu : public QObject {
  Q_OBJECT
 public:
  ArgumentMenu(QLineEdit& field, Theme& theme);

  void setSets(std::vector<ArgumentSet> sets) { sets_ = std::move(sets); }
  const std::vector<ArgumentSet>& sets() const { return sets_; }
  /// Keeps what is in the field under that name, in place of a set that has it.
  void keep(const QString& name);
  void remove(const QString& name);
  void take(const QString& name);

 signals:
  void changed();

 private:
  void show();
  QLineEdit& field_;
  std::vector<ArgumentSet> sets_;
};

}  // namespace warpwright::views
