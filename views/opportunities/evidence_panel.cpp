#include "views/opportunities/evidence_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QTableView>
#include <QTextDocument>

#include "core/report/words.h"
#include "views/opportunities/evidence_model.h"
#include "views/shared/code_text.h"
#include "views/shared/findings.h"
#include "views/shared/selection.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

/// Line numbers as links; sentences with their code words, over as many lines as they need.
class EvidenceDelegate final : public QStyledItemDelegate {
 public:
  EvidenceDelegate(const Theme& theme, QTableView* parent) : QStyledItemDelegate(parent), theme_(theme), view_(parent) {}

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const bool selected = option.state & QStyle::State_Selected;
    painter->fillRect(option.rect, theme_.color(selected ? "select" : "surface"));
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme_.color("line"));
    if (index.column() == EvidenceModel::lineColumn) {
      painter->setFont(theme_.font());
      painter->setPen(theme_.color("accent"));
      painter->drawText(option.rect.adjusted(0, 4, -8, 0), Qt::AlignRight | Qt::AlignTop, index.data().toString());
      return;
    }
    QTextDocument document;
    lay(document, index, option.rect.width());
    painter->save();
    painter->translate(option.rect.topLeft() + QPoint(8, 3));
    document.drawContents(painter);
    painter->restore();
  }

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    if (index.column() == EvidenceModel::lineColumn) return QStyledItemDelegate::sizeHint(option, index);
    QTextDocument document;
    const int width = view_->columnWidth(EvidenceModel::textColumn);
    lay(document, index, width);
    return {width, std::max(24, static_cast<int>(document.size().height()) + 7)};
  }

 private:
  void lay(QTextDocument& document, const QModelIndex& index, int width) const {
    document.setDocumentMargin(0);
    document.setDefaultFont(theme_.font());
    document.setTextWidth(width - 16);
    document.setHtml(QString("<span style=\"color:%1\">%2</span>")
                         .arg(theme_.color("text").name(), codeHtml(index.data().toString(), theme_)));
  }
  const Theme& theme_;
  QTableView* view_;
};

}  // namespace

EvidencePanel::EvidencePanel(const Findings& findings, Selection& selection, Theme& theme, QWidget* parent)
    : QWidget(parent), findings_(findings), selection_(selection), theme_(theme) {
  setObjectName("dockBody");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Evidence"));
  body_ = new QWidget;
  body_->setObjectName("dockBody");
  body_->setAccessibleName(tr("Reason, evidence and assumptions"));
  shape_ = addLabel(tr("Verdict"));
  title_ = addLabel(tr("Title of the finding"));
  pass_ = addLabel(tr("Pass"));
  pass_->setObjectName("passName");
  reason_ = addLabel(tr("Reason"));
  restsOn_ = addLabel(tr("What the verdict rests on"));
  estimate_ = addLabel(tr("Estimate"));
  model_ = new EvidenceModel(this);
  table_ = new QTableView(body_);
  table_->setModel(model_);
  table_->setItemDelegate(new EvidenceDelegate(theme, table_));
  table_->setAccessibleName(tr("Evidence by line"));
  table_->verticalHeader()->setAccessibleName(tr("Rows of the evidence"));
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setMinimumSectionSize(20);
  table_->horizontalHeader()->setAccessibleName(tr("Columns of the evidence"));
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setColumnWidth(EvidenceModel::lineColumn, 56);
  table_->setShowGrid(false);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setTabKeyNavigation(false);

  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 12, 12, 2);
  head->setSpacing(9);
  head->addWidget(shape_, 0, Qt::AlignTop);
  head->addWidget(title_, 1);
  head->addWidget(pass_, 0, Qt::AlignTop);
  auto* column = new QVBoxLayout(body_);
  column->setContentsMargins(0, 0, 0, 8);
  column->setSpacing(6);
  column->addLayout(head);
  const auto padded = [&](QWidget* widget) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(12, 0, 12, 2);
    row->addWidget(widget);
    column->addLayout(row);
  };
  padded(reason_);
  column->addWidget(table_);
  padded(restsOn_);
  padded(estimate_);
  column->addStretch(1);
  auto* scroll = new QScrollArea(this);
  scroll->setWidget(body_);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setAccessibleName(tr("Evidence, scrolling"));
  empty_ = addLabel(tr("Why no evidence is shown"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setProperty("muted", true);
  empty_->setMargin(24);
  empty_->setText(tr("Select a finding to see why it has its verdict."));

  auto* actions = new QWidget(this);
  actions->setObjectName("actionRow");
  actions->setAttribute(Qt::WA_StyledBackground);
  actions->setAccessibleName(tr("Next steps"));
  preview_ = new QPushButton(tr("Preview diff"), actions);
  preview_->setProperty("primary", true);
  preview_->setAccessibleName(tr("Preview diff"));
  verify_ = new QPushButton(tr("Verify on CPU"), actions);
  verify_->setAccessibleName(tr("Verify on CPU"));
  auto* row = new QHBoxLayout(actions);
  row->setContentsMargins(12, 9, 12, 9);
  row->setSpacing(8);
  row->addWidget(preview_);
  row->addWidget(verify_);
  row->addStretch(1);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->setSpacing(0);
  whole->addWidget(empty_, 1);
  whole->addWidget(scroll, 1);
  whole->addWidget(actions);

  for (QLabel* label : {reason_, restsOn_}) {
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(label, &QLabel::linkActivated, this, [this](const QString& link) {
      emit lineClicked(SourcePosition{file_, link.mid(5).toUInt(), 0});
    });
  }
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& i) { emit lineClicked(model_->at(i.row()).at); });
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& i) { emit lineClicked(model_->at(i.row()).at); });
  connect(preview_, &QPushButton::clicked, this, &EvidencePanel::previewRequested);
  connect(verify_, &QPushButton::clicked, this, &EvidencePanel::verifyRequested);
  connect(&selection_, &Selection::findingChanged, this, &EvidencePanel::showFinding);
  connect(&findings_, &Findings::changed, this, &EvidencePanel::showFinding);
  connect(&findings_, &Findings::touched, this, &EvidencePanel::showFinding);
  connect(&theme_, &Theme::changed, this, &EvidencePanel::showFinding);
  setActions(false, tr("Select an applicable finding first."), false, tr("Select an applicable finding first."));
  showFinding();
}

QLabel* EvidencePanel::addLabel(const QString& name) {
  auto* label = new QLabel(this);
  label->setAccessibleName(name);
  label->setWordWrap(true);
  label->setTextFormat(Qt::RichText);
  return label;
}

void EvidencePanel::setActions(bool preview, const QString& previewReason, bool verify, const QString& verifyReason) {
  preview_->setEnabled(preview);
  preview_->setToolTip(preview ? tr("Show what the rewrite changes (F7)") : previewReason);
  verify_->setEnabled(verify);
  verify_->setToolTip(verify ? tr("Run original and rewrite on the CPU engine and compare (F8)") : verifyReason);
}

void EvidencePanel::setPrimary(bool primary) {
  primary_ = primary;
  preview_->setProperty("primary", primary);
  preview_->style()->unpolish(preview_);
  preview_->style()->polish(preview_);
  preview_->setIcon(theme_.icon("diff", primary ? "onaccent" : "text"));
}

void EvidencePanel::showFinding() {
  const Opportunity* opportunity = findings_.find(selection_.finding());
  QWidget* scroll = body_->parentWidget()->parentWidget();
  scroll->setVisible(opportunity != nullptr);
  empty_->setVisible(opportunity == nullptr);
  preview_->setIcon(theme_.icon("diff", primary_ ? "onaccent" : "text"));
  if (opportunity) showOpportunity(*opportunity);
}

void EvidencePanel::showOpportunity(const Opportunity& opportunity) {
  file_ = opportunity.range.begin.file;
  const QString shape = shapeName(opportunity.verdict);
  shape_->setPixmap(theme_.shape(shape, 15, devicePixelRatioF()));
  shape_->setAccessibleDescription(verdictWord(opportunity.verdict));
  shape_->setContentsMargins(0, 3, 0, 0);
  title_->setFont(theme_.font(1.1, QFont::DemiBold));
  title_->setText("<b>" + codeHtml(QString::fromStdString(opportunity.title), theme_) + "</b>");
  pass_->setWordWrap(false);
  pass_->setFont(theme_.codeFont(0.88));
  pass_->setText(QString::fromStdString(opportunity.pass));
  QString proof;
  if (opportunity.proofSeconds > 0 && opportunity.verdict != VerdictKind::unknown) {
    const int milliseconds = qMax(1, qRound(opportunity.proofSeconds * 1000));
    proof = tr(" <span style=\"color:%1\">%3 in %2 ms.</span>")
                .arg(theme_.color("muted").name())
                .arg(milliseconds)
                .arg(opportunity.verdict == VerdictKind::applicable ? tr("Proved") : tr("Decided"));
  }
  reason_->setText(QString("<b style=\"color:%1\">%2.</b> %3%4")
                       .arg(theme_.color(shapeToken(shape)).name(), verdictWord(opportunity.verdict),
                            codeHtml(QString::fromStdString(opportunity.reason), theme_, true), proof));
  model_->setEvidence(opportunity.evidence, file_);
  table_->setVisible(!opportunity.evidence.empty());
  QString rests;
  for (const Assumption& assumption : opportunity.assumptions) {
    rests += "<div>· " + codeHtml(QString::fromStdString(assumption.text), theme_, true) + "</div>";
  }
  restsOn_->setVisible(!rests.isEmpty());
  restsOn_->setText("<div><b>" + tr("Rests on") + "</b></div>" + rests);
  estimate_->setVisible(opportunity.estimate.known);
  if (opportunity.estimate.known) {
    const QString bound = QString::fromStdString(opportunity.estimate.bound);
    estimate_->setText("<b>" + tr("Estimate") + "</b> " + QString::fromStdString(estimateText(opportunity.estimate)) +
                       (bound.isEmpty() ? QString() : tr(", bound by %1").arg(bound.toHtmlEscaped())));
  }
  fitTable();
}

void EvidencePanel::fitTable() {
  table_->setColumnWidth(EvidenceModel::textColumn, std::max(80, table_->viewport()->width() - 56));
  table_->resizeRowsToContents();
  int height = table_->horizontalHeader()->sizeHint().height() + 1;
  for (int row = 0; row < model_->rowCount(); ++row) height += table_->rowHeight(row);
  table_->setFixedHeight(height);
}

void EvidencePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitTable();
}

QString EvidencePanel::text() const {
  QStringList lines;
  for (const QLabel* label : {title_, reason_, restsOn_, estimate_}) {
    if (label->isHidden()) continue;
    QTextDocument document;
    document.setHtml(label->text());
    lines << document.toPlainText();
  }
  return lines.join('\n');
}

}  // namespace warpwright::views
