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

#include "core/finding/expected_gain.h"
#include "core/finding/finding_rows.h"
#include "core/finding/finding_text.h"
#include "core/finding/guard.h"
#include "core/finding/observed_text.h"
#include "core/finding/open_flags_text.h"
#include "core/finding/ranking.h"
#include "views/opportunities/evidence_model.h"
#include "views/shared/code_text.h"
#include "views/shared/findings.h"
#include "views/shared/flow_layout.h"
#include "views/shared/message_text.h"
#include "views/shared/selection.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace {

/// Line numbers as links; sentences with their code words, over as many lines as they need.
class EvidenceDelegate final : public QStyledItemDelegate {
 public:
  EvidenceDelegate(const Theme& theme, QTableView* parent)
      : QStyledItemDelegate(parent), theme_(theme), view_(parent) {}

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
    const int width = view_->columnWidth(index.column());
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
  seen_ = addLabel(tr("What a run has seen of the kernel's launches"));
  stays_ = addLabel(tr("What stays as it is"));
  alternatives_ = addLabel(tr("Other places for the array"));
  measured_ = addLabel(tr("Measured"));
  note_ = addLabel(tr("Your note"));
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
  padded(seen_);
  padded(stays_);
  padded(alternatives_);
  padded(estimate_);
  padded(measured_);
  padded(note_);
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
  auto* row = new FlowLayout(actions);
  row->setContentsMargins(12, 9, 12, 9);
  row->addWidget(preview_);
  row->addWidget(verify_);
  compute_ = new QPushButton(tr("Compute graph"), actions);
  compute_->setAccessibleName(tr("Compute graph"));
  compute_->setToolTip(tr("Runs the program on the CPU engine and weighs which loads to keep in L1"));
  row->addWidget(compute_);
  observe_ = new QPushButton(tr("Observe…"), actions);
  observe_->setAccessibleName(tr("Observe launches"));
  observe_->setToolTip(tr("Runs the program once on the CPU engine and sees how the kernel is launched"));
  row->addWidget(observe_);
  launch_ = new QPushButton(tr("Set launch…"), actions);
  launch_->setAccessibleName(tr("Set launch"));
  launch_->setToolTip(tr("Give block and grid of the kernel by hand (Ctrl+L)"));
  row->addWidget(launch_);
  flags_ = new QPushButton(tr("How is it compiled?…"), actions);
  flags_->setAccessibleName(tr("Say how it is compiled"));
  flags_->setToolTip(tr("Give the compiler flags that the build file does not tell, or open the folder that has it"));
  row->addWidget(flags_);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->setSpacing(0);
  whole->addWidget(empty_, 1);
  whole->addWidget(scroll, 1);
  whole->addWidget(actions);

  note_->setTextInteractionFlags(Qt::TextBrowserInteraction);
  connect(note_, &QLabel::linkActivated, this, &EvidencePanel::noteRequested);
  for (QLabel* label : {reason_, restsOn_, seen_, stays_, alternatives_}) {
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(label, &QLabel::linkActivated, this, &EvidencePanel::follow);
  }
  connect(table_, &QTableView::clicked, this,
          [this](const QModelIndex& i) { emit lineClicked(model_->at(i.row()).at); });
  connect(table_, &QTableView::activated, this,
          [this](const QModelIndex& i) { emit lineClicked(model_->at(i.row()).at); });
  // A scroll bar beside the whole takes width from the sentences.
  connect(table_->horizontalHeader(), &QHeaderView::sectionResized, this, &EvidencePanel::fitRows);
  connect(preview_, &QPushButton::clicked, this, &EvidencePanel::previewRequested);
  connect(verify_, &QPushButton::clicked, this, &EvidencePanel::verifyRequested);
  connect(compute_, &QPushButton::clicked, this, &EvidencePanel::computeRequested);
  connect(launch_, &QPushButton::clicked, this, &EvidencePanel::launchRequested);
  connect(flags_, &QPushButton::clicked, this, &EvidencePanel::flagsRequested);
  connect(observe_, &QPushButton::clicked, this, &EvidencePanel::observeRequested);
  connect(&selection_, &Selection::findingChanged, this, &EvidencePanel::showFinding);
  connect(&findings_, &Findings::changed, this, &EvidencePanel::showFinding);
  connect(&findings_, &Findings::touched, this, &EvidencePanel::showFinding);
  connect(&theme_, &Theme::changed, this, &EvidencePanel::showFinding);
  setFocusProxy(table_);
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
  compute_->setVisible(opportunity && opportunity->verdict == VerdictKind::applicable &&
                       describe(findings_.passes(), opportunity->pass).family == Family::cachePolicy);
  // What is not decided for want of a launch is told how to get one, in place of steps that cannot be taken.
  const KernelSummary* kernel = findings_.kernelOf(selection_.finding());
  const bool wants = opportunity && kernel && opportunity->verdict == VerdictKind::unknown && wantsBlock(*kernel);
  const bool asksFlags = opportunity && wantsFlags(*opportunity);
  for (QPushButton* button : {launch_, observe_}) button->setVisible(wants && !asksFlags);
  for (QPushButton* button : {preview_, verify_}) button->setVisible(!wants && !asksFlags);
  flags_->setVisible(asksFlags);
  if (opportunity) showOpportunity(*opportunity);
}

void EvidencePanel::showOpportunity(const Opportunity& opportunity) {
  file_ = opportunity.range.begin.file;
  const QString shape = shapeName(opportunity.verdict);
  shape_->setPixmap(theme_.shape(shape, std::max(15, QFontMetrics(theme_.font()).ascent()), devicePixelRatioF()));
  shape_->setAccessibleDescription(verdictWord(opportunity.verdict));
  shape_->setContentsMargins(0, 3, 0, 0);
  title_->setFont(theme_.font(1.1, QFont::DemiBold));
  title_->setText("<b>" + messageHtml(opportunity.title, theme_) + "</b>");
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
  const QString results =
      opportunity.verdict == VerdictKind::applicable ? tr(samenessText(opportunity.sameness).c_str()) : QString();
  reason_->setText(QString("<b style=\"color:%1\">%2.</b> %3%4%5")
                       .arg(theme_.color(shapeToken(shape)).name(), verdictWord(opportunity.verdict),
                            linkedMessageHtml(opportunity.reason, theme_, file_), proof,
                            results.isEmpty() ? QString() : "<br>" + results.toHtmlEscaped()));
  // What a load costs is in its sentence, not in its index.
  const bool marksLoads = !markedLoads(opportunity, findings_.passes()).empty();
  model_->setEvidence(opportunity.evidence, file_, marksLoads);
  table_->setVisible(!opportunity.evidence.empty());
  if (const auto group = findings_.groupOf(selection_.finding())) showGroup(opportunity, *group);
  const bool applicable = opportunity.verdict == VerdictKind::applicable;
  estimate_->setVisible(applicable);
  const QString bound = QString::fromStdString(opportunity.estimate.bound);
  const KernelSummary* kernel = findings_.kernelOf(selection_.finding());
  const auto gain = kernel ? expectedGain(opportunity, *kernel) : std::nullopt;
  const QString range = opportunity.estimate.known ? QString::fromStdString(estimateText(opportunity.estimate))
                        : gain                     ? tr("no time yet; %1").arg(QString::fromStdString(gain->why))
                                                   : tr("not known for this change");
  estimate_->setText("<b>" + tr("Estimate") + "</b> " + range +
                     (bound.isEmpty() ? QString() : tr(", bound by %1").arg(bound.toHtmlEscaped())));
  const auto measured = measuredById_.find(opportunity.id);
  measured_->setVisible(applicable);
  QString result = isTrade(opportunity, findings_.passes()) ? tr("not yet. A trade: Measure (F9) tells whether it pays")
                                                            : tr("not yet");
  if (measured != measuredById_.end()) result = measured->second.spoken.toHtmlEscaped();
  measured_->setText("<b>" + tr("Measured") + "</b> " + result);
  showNote(opportunity.id);
  fitTable();
}

void EvidencePanel::showNote(const std::string& id) {
  const auto found = notes_.find(id);
  const QString link =
      QString("<a style=\"color:%1; text-decoration:none\" href=\"note\">%2</a>")
          .arg(theme_.color("accent").name(), found == notes_.end() ? tr("Write a note…") : tr("change"));
  if (found == notes_.end()) return note_->setText(link);
  note_->setText("<b>✎ " + tr("Your note") + "</b> " + found->second.toHtmlEscaped().replace('\n', "<br>") + ' ' +
                 link);
}

void EvidencePanel::showGroup(const Opportunity& opportunity, const FindingGroup& group) {
  const QString link =
      QString("<a style=\"color:%1; text-decoration:none\" href=\"%2\">%3</a>").arg(theme_.color("accent").name());
  const auto section = [](QLabel* label, const QString& title, const QStringList& items) {
    label->setVisible(!items.isEmpty());
    QString html = "<div><b>" + title + "</b></div>";
    for (const QString& item : items) html += "<div>· " + item + "</div>";
    label->setText(html);
  };
  const auto sentence = [this](const warpwright::Message& message) {
    return linkedMessageHtml(message, theme_, file_);
  };

  QStringList rests;
  for (const Assumption& assumption : opportunity.assumptions) {
    QString item = sentence(assumption.text);
    if (assumption.ofLaunches) {
      for (const Launch& launch : group.kernel->launches) {
        const SourcePosition& at = launch.at;
        if (!at.isValid()) continue;
        const QString place =
            at.file == file_ ? tr("line %1").arg(at.line) : QString::fromStdString(placeText(at)).toHtmlEscaped();
        item += ' ' + link.arg(QString("place:%1:%2").arg(at.line).arg(QString::fromStdString(at.file).toHtmlEscaped()),
                               place);
      }
    }
    rests << item;
  }
  section(restsOn_, tr("Rests on"), rests);

  QStringList seen;
  for (const std::string& told : observedTexts(*group.kernel)) seen << sentence(told);
  if (seen.isEmpty() && opportunity.verdict == VerdictKind::unknown && wantsBlock(*group.kernel))
    seen << tr("not seen yet: Observe runs the program once, and its blocks are known");
  section(seen_, tr("In the last run"), seen);

  // What the same kernel keeps: barriers together, arrays with their reasons.
  QStringList stays, barriers;
  for (const FindingRow& row : foldFindings(group.kernel->opportunities, findings_.passes())) {
    const Opportunity& other = group.kernel->opportunities[row.leading];
    if (other.verdict != VerdictKind::refused || other.id == opportunity.id ||
        opportunity.verdict != VerdictKind::applicable)
      continue;
    if (describe(findings_.passes(), other.pass).family == Family::barrier)
      barriers << link.arg(QString("line:%1").arg(other.range.begin.line)).arg(other.range.begin.line);
    else
      stays << sentence(other.reason);
  }
  constexpr int most = 3;
  const int more = static_cast<int>(stays.size()) - most;
  if (more > 0) stays = stays.mid(0, most) << tr("%n more, see the list", nullptr, more);
  if (!barriers.isEmpty())
    stays << (barriers.size() == 1 ? tr("the barrier at line %1") : tr("the barriers at lines %1"))
                 .arg(barriers.join(", "));
  section(stays_, tr("Stays as it is"), stays);

  QStringList others;
  for (const warpwright::Message& reason : otherReasons(group.kernel->opportunities, group.row, findings_.passes()))
    others << sentence(reason);
  for (const Opportunity* alternative : group.alternatives) {
    if (alternative->id == opportunity.id) continue;
    others << link.arg("finding:" + QString::fromStdString(alternative->id), messageHtml(alternative->title, theme_)) +
                  tr(": possible, and a trade. Measure (F9) tells whether it pays.");
  }
  if (group.leading->id != opportunity.id) {
    others << link.arg("finding:" + QString::fromStdString(group.leading->id),
                       messageHtml(group.leading->title, theme_)) +
                  ": " + verdictWord(group.leading->verdict).toLower();
  }
  section(alternatives_, tr("Other places for it"), others);
}

void EvidencePanel::follow(const QString& link) {
  const QString rest = link.section(':', 1);
  if (link.startsWith("finding:")) {
    selection_.setFinding({selection_.finding().unit, rest.toStdString()}, selection_.kernel());
  } else if (link.startsWith("place:")) {
    emit lineClicked(SourcePosition{rest.section(':', 1).toStdString(), rest.section(':', 0, 0).toUInt(), 0});
  } else {
    emit lineClicked(SourcePosition{file_, rest.toUInt(), 0});
  }
}

void EvidencePanel::setMeasured(std::map<std::string, MeasuredFinding> measured) {
  measuredById_ = std::move(measured);
  showFinding();
}

void EvidencePanel::setNotes(std::map<std::string, QString> notes) {
  notes_ = std::move(notes);
  showFinding();
}

void EvidencePanel::fitTable() {
  const QFontMetrics bold(theme_.font(1, QFont::DemiBold));
  const int lines = std::max(56, bold.horizontalAdvance("Line") + 28);
  table_->setColumnWidth(EvidenceModel::lineColumn, lines);
  const int words = bold.horizontalAdvance("read, write") + 20;
  const int rest = std::max(80, table_->viewport()->width() - lines);
  table_->setColumnWidth(EvidenceModel::textColumn, model_->isTable() ? words : rest);
  if (model_->isTable()) table_->setColumnWidth(EvidenceModel::whereColumn, std::max(80, rest - words));
  // The title comes first where both do not fit.
  pass_->setVisible(width() > 40 * QFontMetrics(theme_.font()).horizontalAdvance('0'));
  fitRows();
}

void EvidencePanel::fitRows() {
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
  for (const QLabel* label : {title_, reason_, restsOn_, seen_, stays_, alternatives_, estimate_, measured_, note_}) {
    if (label->isHidden()) continue;
    QTextDocument document;
    document.setHtml(label->text());
    lines << document.toPlainText();
  }
  return lines.join('\n');
}

}  // namespace warpwright::views
