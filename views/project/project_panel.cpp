#include "views/project/project_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "views/shared/code_text.h"
#include "views/shared/selection.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

/// Icon, name, and for kernels the count of applicable findings at the right.
class ProjectDelegate final : public QStyledItemDelegate {
 public:
  ProjectDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    const QFontMetrics metrics(theme_.font());
    return {metrics.horizontalAdvance(index.data().toString()) + 40, std::max(23, metrics.height() + 6)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme_.color("select"));
    const double ratio = painter->device()->devicePixelRatioF();
    const QString icon = index.data(ProjectModel::iconRole).toString();
    QRect inside = option.rect.adjusted(2, 0, -8, 0);
    painter->drawPixmap(inside.left(), inside.center().y() - 7, theme_.draw(icon, 15, ratio, theme_.color("muted")));
    inside.setLeft(inside.left() + 21);
    if (const int count = index.data(ProjectModel::countRole).toInt(); count > 0) {
      const QString text = QString::number(count);
      painter->setFont(theme_.font(0.92));
      painter->setPen(theme_.color("muted"));
      painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter, text);
      inside.setRight(inside.right() - painter->fontMetrics().horizontalAdvance(text) - 13);
      painter->drawPixmap(inside.right(), inside.center().y() - 3, theme_.shape("applicable", 9, ratio));
      inside.setRight(inside.right() - 4);
    }
    QString name = index.data().toString();
    if (icon == "kernel") name = '`' + name + '`';
    const bool root = !index.parent().isValid();
    paintCodeText(*painter, inside, name, theme_.font(1, root ? QFont::DemiBold : QFont::Normal), theme_,
                  theme_.color("text"));
  }

 private:
  const Theme& theme_;
};

}  // namespace

ProjectPanel::ProjectPanel(const Findings& findings, Selection& selection, Theme& theme, QWidget* parent)
    : QWidget(parent), selection_(selection) {
  setObjectName("dockBody");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Project"));
  model_ = new ProjectModel(findings, this);
  tree_ = new QTreeView(this);
  tree_->setModel(model_);
  tree_->setItemDelegate(new ProjectDelegate(theme, tree_));
  tree_->setAccessibleName(tr("Project tree"));
  tree_->setHeaderHidden(true);
  tree_->header()->setAccessibleName(tr("Columns of the project"));
  tree_->setIndentation(14);
  tree_->setUniformRowHeights(true);
  tree_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  empty_ = new QLabel(this);
  empty_->setAccessibleName(tr("Why the project is empty"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setWordWrap(true);
  empty_->setProperty("muted", true);
  empty_->setMargin(20);
  empty_->hide();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 4, 0, 0);
  column->addWidget(empty_);
  column->addWidget(tree_, 1);
  setFocusProxy(tree_);
  connect(tree_, &QTreeView::clicked, this, &ProjectPanel::onActivated);
  connect(tree_, &QTreeView::activated, this, &ProjectPanel::onActivated);
  connect(model_, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex& parent) {
    tree_->expand(parent);
    follow();
  });
  connect(&selection_, &Selection::fileChanged, this, &ProjectPanel::follow);
  connect(&selection_, &Selection::kernelChanged, this, &ProjectPanel::follow);
}

void ProjectPanel::setProject(ProjectEntry root) {
  empty_->setVisible(!root.hasCuda && !root.path.empty());
  empty_->setText(tr("%1 holds no CUDA source. Open another folder, or show all files: View, All files in the project.")
                      .arg(QString::fromStdString(root.name)));
  model_->setProject(std::move(root));
  expandToFiles({}, 0);
  follow();
}

void ProjectPanel::setAllFiles(bool all) {
  model_->setAllFiles(all);
  expandToFiles({}, 0);
}

void ProjectPanel::expandToFiles(const QModelIndex& index, int depth) {
  // Large projects open only as far as fits a screen.
  if (depth > 3 || (depth > 1 && model_->rowCount(index) > 60)) return;
  tree_->expand(index);
  for (int row = 0; row < model_->rowCount(index); ++row) expandToFiles(model_->index(row, 0, index), depth + 1);
}

void ProjectPanel::follow() {
  const QModelIndex index = model_->indexOf(selection_.file(), selection_.kernel());
  if (!index.isValid() || index == tree_->currentIndex()) return;
  tree_->setCurrentIndex(index);
  tree_->scrollTo(index);
}

void ProjectPanel::onActivated(const QModelIndex& index) {
  const QString path = index.data(ProjectModel::pathRole).toString();
  const QString kind = index.data(ProjectModel::iconRole).toString();
  if (kind == "file") emit fileActivated(path);
  if (kind == "kernel") {
    emit kernelActivated(path, index.data(ProjectModel::kernelRole).toString(),
                         index.data(ProjectModel::lineRole).toUInt());
  }
}

}  // namespace warpwright::views
