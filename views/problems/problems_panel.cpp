#include "views/problems/problems_panel.h"

#include <QLabel>
#include <QVBoxLayout>

#include "core/finding/finding_text.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/dock_parts.h"
#include "views/shared/findings.h"

namespace warpwright::views {
namespace {

QString shapeOf(Problem::Severity severity) {
  if (severity == Problem::Severity::note) return {};
  return severity == Problem::Severity::error ? "differs" : "warning";
}

}  // namespace

ProblemsPanel::ProblemsPanel(const Findings& findings, const std::vector<Problem>& runProblems, Theme& theme,
                             QWidget* parent)
    : QWidget(parent), findings_(findings), runProblems_(runProblems) {
  setGround(*this, "dockBody", tr("Problems"));
  model_ = new CellModel({{tr("Problem"), false}, {tr("Place"), false}, {tr("Said by"), false}}, this);
  table_ = new CellTable(*model_, tr("List of problems"), theme, this);
  table_->setWideColumn(0);
  empty_ = makeEmptyNote(this, tr("Why the list is empty"));
  empty_->setText(
      tr("No problems. Compile errors of analysed files, findings of runs with checks, and how files were read "
         "appear here."));
  auto* column = makeColumn(this);
  column->addWidget(empty_, 1);
  column->addWidget(table_, 1);
  setFocusProxy(table_);
  connect(table_, &CellTable::chosen, this, [this](int row) {
    const Problem& problem = shown_[static_cast<size_t>(row)];
    if (problem.canOpen && !problem.at.file.empty()) emit lineClicked(problem.at);
  });
  connect(&findings_, &Findings::changed, this, &ProblemsPanel::refresh);
  connect(&findings_, &Findings::touched, this, &ProblemsPanel::refresh);
  refresh();
}

void ProblemsPanel::refresh() {
  std::vector<Problem> now = compilerProblems(findings_);
  // Notes come last.
  const auto notes = now.begin() + static_cast<std::ptrdiff_t>(countWrong(now));
  now.insert(notes, runProblems_.begin(), runProblems_.end());
  empty_->setVisible(now.empty());
  table_->setVisible(!now.empty());
  // Keystrokes touch findings often; rows that stay must not jump under the pointer.
  if (now == shown_) return;
  shown_ = std::move(now);
  std::vector<std::vector<Cell>> rows;
  for (const Problem& problem : shown_) {
    Cell message{QString::fromStdString(problem.message)};
    message.shape = shapeOf(problem.severity);
    message.muted = problem.severity == Problem::Severity::note;
    Cell place{problem.at.file.empty() ? QString() : QString::fromStdString(placeText(problem.at))};
    if (problem.at.line == 0) place.text.remove(QStringLiteral(":0"));
    Cell source{problem.source};
    source.muted = true;
    rows.push_back({message, place, source});
  }
  model_->setRows(std::move(rows));
}

}  // namespace warpwright::views
