#pragma once

#include <QTreeView>
#include <QWidget>

#include "views/project/project_model.h"

class QLabel;

namespace warpwright::views {

class Selection;
class Theme;

/// The content of the Project dock.
class ProjectPanel : public QWidget {
  Q_OBJECT
 public:
  ProjectPanel(const Findings& findings, Selection& selection, Theme& theme, QWidget* parent = nullptr);

  void setProject(ProjectEntry root);
  ProjectModel& model() { return *model_; }
  QTreeView& tree() { return *tree_; }
  void setAllFiles(bool all);

 signals:
  void fileActivated(const QString& path);
  void kernelActivated(const QString& path, const QString& kernel, uint line);

 private:
  void onActivated(const QModelIndex& index);
  void follow();
  void expandToFiles(const QModelIndex& index, int depth);

  Selection& selection_;
  ProjectModel* model_;
  QTreeView* tree_;
  QLabel* empty_;
};

}  // namespace warpwright::views
