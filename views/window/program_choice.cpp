#include "views/window/program_choice.h"

#include <QComboBox>
#include <map>

#include "views/shared/findings.h"
#include "views/window/analysis_queue.h"
#include "views/window/session_keeper.h"

namespace warpwright::views {

ProgramChoice::ProgramChoice(QComboBox& box, Findings& findings, AnalysisQueue& queue, SessionKeeper& session,
                             QObject* parent)
    : QObject(parent), box_(box), findings_(findings), queue_(queue), session_(session) {
  connect(&box_, &QComboBox::activated, this, &ProgramChoice::onBox);
}

void ProgramChoice::setFolder(const std::string& folder, std::vector<std::string> sources) {
  folder_ = folder;
  sources_ = std::move(sources);
  queue_.listPrograms(folder_, [this](const std::vector<ProgramSummary>& programs) { onListed(programs, true); });
}

void ProgramChoice::setSources(std::vector<std::string> sources) {
  sources_ = std::move(sources);
  listAgain();
  analyse(false);
}

void ProgramChoice::listAgain() {
  if (folder_.empty()) return;
  queue_.listPrograms(folder_, [this](const std::vector<ProgramSummary>& programs) { onListed(programs, false); });
}

void ProgramChoice::onListed(const std::vector<ProgramSummary>& programs, bool ofNewFolder) {
  findings_.setPrograms(programs);
  findings_.chooseProgram(remembered_);
  fillBox();
  emit listed();
  if (!ofNewFolder) return;
  analyse(true);
  showStart();
}

void ProgramChoice::restore(const std::string& name) {
  remembered_ = name;
  if (findings_.programs().empty()) return;
  choose(name);
  showStart();
}

void ProgramChoice::follow(const std::string& file) {
  if (findings_.isShown(file)) return;
  const ProgramSummary* program = findings_.programOf(file);
  if (!program) program = programsWith(findings_.programs(), file).front();
  session_.setProgram(program->name);
  choose(program->name);
}

bool ProgramChoice::hasSeveral() const {
  return findings_.programs().size() > 1;
}

void ProgramChoice::show() {
  box_.setFocus(Qt::ShortcutFocusReason);
  box_.showPopup();
}

void ProgramChoice::onBox(int index) {
  const std::string name = box_.itemData(index).toString().toStdString();
  if (name == findings_.program()) return;
  session_.setProgram(name);
  choose(name);
  showStart();
}

void ProgramChoice::showStart() {
  const ProgramSummary* program = programNamed(findings_.programs(), findings_.program());
  if (!program) return;
  if (!program->main.empty())
    emit chosen(program->main);
  else if (!program->units.empty())
    emit chosen(program->units.front());
}

void ProgramChoice::choose(const std::string& name) {
  remembered_ = name;
  findings_.chooseProgram(name);
  fillBox();
  queue_.dropHidden();
  analyse(false);
}

/// The files of the chosen program. A change of text that several programs share must hold in all of them: what is
/// found in it is the same whichever is chosen. `all`: also those that have an answer.
void ProgramChoice::analyse(bool all) {
  for (const std::string& source : sources_) {
    if (!findings_.isShown(source)) continue;
    const UnitFindings* unit = findings_.unit(source);
    if (all || !unit || (!unit->hasResult && !unit->updating)) queue_.add(source);
  }
}

void ProgramChoice::fillBox() {
  const QSignalBlocker quiet(box_);
  box_.clear();
  box_.addItem(tr("All programs"), QString());
  std::map<QString, QString> starts;  // by name
  for (const ProgramSummary& program : findings_.programs())
    starts[QString::fromStdString(program.name)] = QString::fromStdString(program.main);
  for (const auto& [name, start] : starts) {
    box_.addItem(name, name);
    box_.setItemData(box_.count() - 1, start, Qt::ToolTipRole);
    if (name.toStdString() == findings_.program()) box_.setCurrentIndex(box_.count() - 1);
  }
}

}  // namespace warpwright::views
