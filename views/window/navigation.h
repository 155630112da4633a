#pragma once

#include <QObject>
#include <vector>

#include "core/base/source_range.h"
#include "views/search/search_panel.h"
#include "views/shared/job.h"
#include "views/window/command_palette.h"
#include "views/window/workflow.h"

class QAction;

namespace warpwright::views {

class ProjectModel;

/// Going from place to place: lines, definitions, files, kernels, commands; the dock Find.
class Navigation : public Workflow {
  Q_OBJECT
 public:
  /// `project`: whose files are searched.
  Navigation(const WindowParts& parts, const ProjectModel& project);

  void addDocks() override;
  void update() override {}
  bool isRunning() const override { return false; }
  QString doing() const override { return {}; }
  void cancel() override {}

  /// Opens the file and shows the line; a position without a line is none.
  void goTo(const SourcePosition& at);
  void goToDefinition();
  /// Lists where the name at the cursor is used in the project.
  void findReferences();
  /// Shows the dock Find and looks for the selected words.
  void findInProject();
  /// Lists to choose from by typing.
  void showCommands(const std::vector<QAction*>& actions);
  void showFiles();
  /// Kernels first, then what else the files of the project define.
  void showSymbols();

 private:
  SearchPanel::Sources sources() const;
  QString wordAtCursor(int* line = nullptr) const;
  QuickEntry entryOf(const Mention& mention);
  void chooseDefinition(const QString& name, const std::vector<Mention>& found);

  const ProjectModel& project_;
  SearchPanel* search_ = nullptr;  // made when its dock is first seen
  JobSlot definitionJob_, symbolsJob_;
};

}  // namespace warpwright::views
