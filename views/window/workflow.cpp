#include "views/window/workflow.h"

#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/selection.h"
#include "views/window/pages.h"
#include "views/window/trust.h"

namespace warpwright::views {

std::string WindowParts::file() const {
  return pages.editors().empty() ? std::string() : selection.file();
}

QString WindowParts::arguments() const {
  const std::string unit = file();
  return unit.empty() ? QString() : QString::fromStdString(ArgumentMemory(settings).of(findings.startOf(unit)));
}

void WindowParts::showKept(ArgumentMenu& menu) const {
  const std::string unit = file();
  menu.setSets(unit.empty() ? std::vector<ArgumentSet>() : ArgumentMemory(settings).setsOf(findings.startOf(unit)));
}

void WindowParts::keep(const ArgumentMenu& menu) const {
  if (const std::string unit = file(); !unit.empty())
    ArgumentMemory(settings).keepSets(findings.startOf(unit), menu.sets());
}

bool WindowParts::knowsProgram(const std::string& unit) const {
  const QString why = findings.whyNoProgram(unit);
  if (!why.isEmpty()) messages.post({Message::Kind::warning, why, {}, {}, {}});
  return why.isEmpty();
}

std::string WindowParts::programName(const std::string& unit) const {
  const ProgramSummary* program = findings.programOf(unit);
  return program ? program->name : std::string();
}

}  // namespace warpwright::views
