#pragma once

#include <QWidget>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

class QLayout;
class QVBoxLayout;

namespace warpwright::views {

class Theme;

/// A sample program of `resources/samples`.
struct Sample {
  QString title, description;
  std::filesystem::path path;
};
/// Every folder below `resources/samples`; title and description come from the first comment of its files.
std::vector<Sample> samples();
/// Where a sample is opened: a copy of it below `folder`, with the files beside it where it has a folder of its own,
/// made where there is none yet. Errors: it could not be made.
Result<std::filesystem::path> sampleCopy(const std::filesystem::path& sample, const std::filesystem::path& folder);

/// One line of what this computer can do.
struct Ability {
  QString shape, title, detail;
};
/// What can be told without running anything.
std::vector<Ability> abilities();

/// A text that was kept aside and never saved.
struct Unsaved {
  QString path, when;
};

/// The first page: open something, recent places, samples, how to read the marks, what this computer can do.
class WelcomePage : public QWidget {
  Q_OBJECT
 public:
  WelcomePage(Theme& theme, QStringList recent, std::vector<Unsaved> unsaved = {}, QWidget* parent = nullptr);

 signals:
  void openFileRequested();
  void openFolderRequested();
  void openSessionRequested();
  void pathChosen(const QString& path);
  void sampleChosen(const QString& path);

 private:
  QWidget* makeLeft(const QStringList& recent);
  QLayout* makeButtons(QWidget* parent);
  QWidget* makeNotice(QWidget* parent);
  QWidget* makeRight();
  void addMarks(QVBoxLayout* column);
  QWidget* row(const QString& icon, const QString& token, const QString& title, const QString& detail,
               const QString& path, void (WelcomePage::*chosen)(const QString&));
  Theme& theme_;
  std::vector<Unsaved> unsaved_;
};

}  // namespace warpwright::views
