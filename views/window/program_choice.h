#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "core/finding/program_summary.h"

class QComboBox;

namespace warpwright::views {

class AnalysisQueue;
class Findings;
class SessionKeeper;

/// Which program of the open folder is looked at, by the box in the tool bar. It asks which programs there are, has
/// their files analysed, and keeps the choice with the session.
class ProgramChoice : public QObject {
  Q_OBJECT
 public:
  /// All outlive it.
  ProgramChoice(QComboBox& box, Findings& findings, AnalysisQueue& queue, SessionKeeper& session,
                QObject* parent = nullptr);

  /// A folder was opened, with these CUDA files: they are analysed once it is known what they are made for.
  void setFolder(const std::string& folder, std::vector<std::string> sources);
  /// Files came or went: new ones are analysed, and the programs are listed again.
  void setSources(std::vector<std::string> sources);
  /// A file was saved, which may add or end a program.
  void listAgain();
  /// What was chosen when the session was last open; it is chosen once it is known that there is such a program.
  void restore(const std::string& name);
  /// The file in front is of another program than the chosen one: that is chosen.
  void follow(const std::string& file);
  bool hasSeveral() const;
  /// Opens the box, for the keyboard.
  void show();

 signals:
  /// Which programs there are is known, or is known anew.
  void listed();
  /// A program was chosen, now or when the session was last open: the file that it starts in.
  void chosen(const std::string& start);

 private:
  void onListed(const std::vector<ProgramSummary>& programs, bool ofNewFolder);
  void onBox(int index);
  void choose(const std::string& name);
  void showStart();
  void analyse(bool all);
  void fillBox();

  QComboBox& box_;
  Findings& findings_;
  AnalysisQueue& queue_;
  SessionKeeper& session_;
  std::string folder_, remembered_;
  std::vector<std::string> sources_;
};

}  // namespace warpwright::views
