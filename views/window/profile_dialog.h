#pragma once

#include <QDialog>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "views/shared/argument_menu.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace warpwright::views {

class Theme;

/// A compiled program, as it is to be profiled.
struct ProfileCall {
  std::filesystem::path executable;
  QString arguments;
};

/// Asks which compiled program is to be profiled, and with which arguments. To accept it is to let it run.
class ProfileDialog : public QDialog {
  Q_OBJECT
 public:
  /// `likely`: executables to choose from, the first one is suggested. `sources`: what the program is made of; where a
  /// text is newer than the executable, that is said.
  ProfileDialog(const ProfileCall& now, const std::vector<std::filesystem::path>& likely,
                std::vector<std::string> sources, Theme& theme, QWidget* parent);

  ProfileCall call() const;
  ArgumentMenu& kept() { return *kept_; }
  /// What is said about the executable: why it cannot be run, or what speaks against it.
  QString words() const;

 private:
  void browse();
  void check();

  std::vector<std::string> sources_;
  QComboBox* executable_;
  QLineEdit* arguments_;
  ArgumentMenu* kept_;
  QLabel* words_;
  QPushButton* run_;
};

/// "descend is older than main.cu: build it again …" where a text of the program is newer than its executable; empty:
/// none is.
QString newerThan(const std::filesystem::path& executable, const std::vector<std::string>& sources);

}  // namespace warpwright::views
