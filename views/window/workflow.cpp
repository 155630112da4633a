#include "views/window/workflow.h"

#include "views/shared/selection.h"
#include "views/window/pages.h"
#include "views/window/trust.h"

namespace warpwright::views {

std::string WindowParts::file() const {
  return pages.editors().empty() ? std::string() : selection.file();
}

QString WindowParts::arguments() const {
  const std::string unit = file();
  return unit.empty() ? QString() : QString::fromStdString(ArgumentMemory(settings).of(unit));
}

}  // namespace warpwright::views
