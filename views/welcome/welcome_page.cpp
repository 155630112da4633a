#include "views/welcome/welcome_page.h"

#include <QDir>
#include <QFileInfo>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QThread>
#include <algorithm>

#include "core/base/file.h"
#include "core/report/shapes.h"
#include "core/session/moved_session.h"
#include "views/shared/code_text.h"
#include "views/shared/core_words.h"
#include "views/shared/flow_layout.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

/// A row that can be chosen by click and key: icon, title, and a second line.
class ChoiceRow final : public QPushButton {
 public:
  ChoiceRow(Theme& theme, QString icon, QString token, QString title, QString detail, QWidget* parent)
      : QPushButton(parent),
        theme_(theme),
        icon_(std::move(icon)),
        token_(std::move(token)),
        title_(std::move(title)),
        detail_(std::move(detail)) {
    setFlat(true);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(title_ + ": " + detail_);
  }
  QSize sizeHint() const override {
    const int line = QFontMetrics(theme_.font()).height();
    return {300, detailBeside() ? line + 12 : 2 * line + 16};
  }

 protected:
  bool detailBeside() const { return icon_ != "kernel"; }
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
      painter.setPen(hasFocus() ? QPen(theme_.color("accent"), 2) : QPen(Qt::NoPen));
      painter.setBrush(theme_.color("select"));
      painter.drawRoundedRect(rect().adjusted(1, 1, -1, -1), 4, 4);
    }
    const QFont bold = theme_.font(1, QFont::DemiBold);
    const int line = QFontMetrics(bold).height();
    const int top = detailBeside() ? 0 : 7;
    const QRect first(38, top, width() - 48, detailBeside() ? height() : line);
    painter.drawPixmap(11, detailBeside() ? (height() - 16) / 2 : top + 2,
                       theme_.draw(icon_, 16, devicePixelRatioF(), theme_.color(token_.toStdString())));
    const int used = paintCodeText(painter, first, title_, bold, theme_, theme_.color("text"));
    const QRect second = detailBeside() ? first.adjusted(used + 8, 0, 0, 0) : QRect(38, top + line, width() - 48, line);
    const QString shown = QFontMetrics(theme_.font()).elidedText(detail_, Qt::ElideRight, second.width());
    paintCodeText(painter, second, shown, theme_.font(), theme_, theme_.color("muted"));
  }
  void enterEvent(QEnterEvent* event) override {
    QPushButton::enterEvent(event);
    update();
  }

 private:
  Theme& theme_;
  QString icon_, token_, title_, detail_;
};

QLabel* label(const QString& text, QWidget* parent) {
  auto* made = new QLabel(text, parent);
  made->setTextFormat(Qt::RichText);
  made->setWordWrap(true);
  made->setAccessibleName(QString(text).remove(QRegularExpression("<[^>]*>")));
  return made;
}

/// The first sentence of the comment that a text begins with, over as many lines as it takes.
QString firstSentence(const std::string& text) {
  static const QRegularExpression end(R"([.](\s|$))");
  QString sentence;
  for (const QString& line : QString::fromStdString(text).split('\n')) {
    if (!line.startsWith("//")) break;
    const QString words = line.mid(2).trimmed();
    const auto stop = end.match(words);
    sentence += (sentence.isEmpty() ? "" : " ") + (stop.hasMatch() ? words.left(stop.capturedStart() + 1) : words);
    if (stop.hasMatch() || words.isEmpty()) break;
  }
  return sentence;
}

QString word(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

std::vector<Sample> samples() {
  std::vector<Sample> found;
  std::error_code code;
  for (fs::directory_iterator it(resourceFolder() / "samples", code), end; !code && it != end; it.increment(code)) {
    std::error_code ignored;
    std::vector<fs::path> files;
    if (it->is_directory(ignored)) {
      for (const auto& file : fs::directory_iterator(it->path(), ignored)) files.push_back(file.path());
    } else {
      files.push_back(it->path());
    }
    for (const fs::path& file : files) {
      if (file.extension() == ".wws") {
        QString title = QString::fromStdString(file.stem().string()).replace('_', ' ');
        if (!title.isEmpty()) title[0] = title[0].toUpper();
        found.push_back({QObject::tr("%1, measured").arg(title),
                         QObject::tr("Its variants as they were judged, with their views: a recorded session."), file});
      }
      if (file.extension() != ".cu") continue;
      const Result<std::string> text = readFile(file, 1 << 20);
      if (!text.ok()) continue;
      QString title = QString::fromStdString(file.stem().string()).replace('_', ' ');
      if (!title.isEmpty()) title[0] = title[0].toUpper();
      found.push_back({title, firstSentence(*text), file});
    }
  }
  std::sort(found.begin(), found.end(), [](const Sample& a, const Sample& b) { return a.path < b.path; });
  return found;
}

Result<fs::path> sampleCopy(const fs::path& sample, const fs::path& folder) {
  const fs::path root = resourceFolder() / "samples";
  const bool isAlone = sample.parent_path() == root;
  const fs::path from = isAlone ? sample : sample.parent_path();
  const fs::path to = folder / (isAlone ? sample.stem() : from.filename());
  const fs::path opened = to / sample.filename();
  std::error_code code;
  // What the user has made of it stays.
  if (fs::exists(opened, code)) return opened;
  fs::create_directories(to, code);
  if (code) {
    return Error{ErrorKind::io, "The sample cannot be copied to " + to.string() + ": " + code.message() + ".",
                 std::nullopt};
  }
  // Sessions speak of where their project stands: they are moved, not copied.
  for (fs::recursive_directory_iterator it(isAlone ? sample.parent_path() : from, code), end; !code && it != end;
       it.increment(code)) {
    std::error_code ignored;
    if (!it->is_regular_file(ignored) || (isAlone && it->path() != sample)) continue;
    const fs::path at = to / (isAlone ? sample.filename() : fs::relative(it->path(), from, ignored));
    if (fs::exists(at, ignored)) continue;
    fs::create_directories(at.parent_path(), ignored);
    if (at.extension() != ".wws") {
      fs::copy_file(it->path(), at, code);
      continue;
    }
    // What is installed may be read-only, which a session must not be.
    const fs::path part = at.string() + ".part";
    fs::copy_file(it->path(), part, fs::copy_options::overwrite_existing, code);
    if (code) break;
    fs::permissions(part, fs::perms::owner_write, fs::perm_options::add, ignored);
    const Status moved = moveSession(part, at, to);
    fs::remove(part, ignored);
    if (!moved.ok()) return moved.error();
  }
  if (code) {
    return Error{ErrorKind::io, "The sample cannot be copied to " + to.string() + ": " + code.message() + ".",
                 std::nullopt};
  }
  // An installed sample may be read-only; its copy is there to be changed.
  for (const auto& entry : fs::recursive_directory_iterator(to, code))
    fs::permissions(entry.path(), fs::perms::owner_write, fs::perm_options::add, code);
  return opened;
}

std::vector<Ability> abilities() {
  std::vector<Ability> found;
  const auto worker = [](const char* name) {
    std::error_code ignored;
    const fs::path path = programPath(name);
    return path.is_absolute() && fs::exists(path, ignored);
  };
  const auto add = [&](bool there, const QString& title, const QString& yes, const QString& no) {
    found.push_back({there ? "identical" : "not-done", title, there ? yes : no});
  };
  add(worker("warpwright-analysis-worker"), QObject::tr("Analysis, proofs and rewrites"),
      QObject::tr("Clang 19 and Z3 in a process of their own"),
      QObject::tr("warpwright-analysis-worker was not found beside this program or in PATH. Install it."));
  add(worker("warpwright-cpu-worker"), QObject::tr("Running and verifying on the CPU engine"),
      QObject::tr("%n cores", nullptr, QThread::idealThreadCount()),
      QObject::tr("warpwright-cpu-worker was not found beside this program or in PATH. Install it."));
  add(true, QObject::tr("Sessions, reports, patches"), QObject::tr("SQLite, self-contained HTML, unified diff"), {});
  fs::path toolkit;
  std::error_code ignored;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) {
    if (const char* value = std::getenv(variable); value && fs::exists(fs::path(value) / "include/cuda.h", ignored))
      toolkit = value;
  }
  if (toolkit.empty() && fs::exists("/usr/local/cuda/include/cuda.h", ignored)) toolkit = "/usr/local/cuda";
  add(!toolkit.empty(), toolkit.empty() ? QObject::tr("CUDA toolkit: not found") : QObject::tr("CUDA toolkit"),
      QString::fromStdString(toolkit.string()),
      QObject::tr("Own headers are used. Registers are estimates with a band, not ptxas figures."));
  const bool gpu = fs::exists("/proc/driver/nvidia/version", ignored);
  add(gpu, gpu ? QObject::tr("GPU") : QObject::tr("GPU: none in this computer"),
      QObject::tr("An NVIDIA driver is loaded"), QObject::tr("Everything but measured GPU times works here."));
  return found;
}

WelcomePage::WelcomePage(Theme& theme, QStringList recent, std::vector<Unsaved> unsaved, QWidget* parent)
    : QWidget(parent), theme_(theme), unsaved_(std::move(unsaved)) {
  setObjectName("welcome");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Welcome"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  const auto scrolling = [this](QWidget* content, const QString& name) {
    auto* area = new QScrollArea(this);
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setAccessibleName(name);
    return area;
  };
  row->addWidget(scrolling(makeLeft(recent), tr("Start")), 58);
  row->addWidget(scrolling(makeRight(), tr("What this computer can do")), 42);
}

QWidget* WelcomePage::row(const QString& icon, const QString& token, const QString& title, const QString& detail,
                          const QString& path, void (WelcomePage::*chosen)(const QString&)) {
  auto* made = new ChoiceRow(theme_, icon, token, title, detail, this);
  made->setToolTip(path);
  connect(made, &QPushButton::clicked, this, [this, path, chosen] { emit(this->*chosen)(path); });
  connect(&theme_, &Theme::changed, made, qOverload<>(&QWidget::update));
  return made;
}

QWidget* WelcomePage::makeLeft(const QStringList& recent) {
  auto* left = new QWidget;
  left->setObjectName("welcomeLeft");
  left->setAccessibleName(tr("Start"));
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(64, 32, 40, 24);
  column->setSpacing(4);
  auto* title = label(tr("<b>Warpwright</b>"), left);
  title->setFont(theme_.font(1.9));
  column->addWidget(title);
  auto* motto = label(tr("Find what a CUDA kernel keeps in the wrong place. Prove it, check it, apply it."), left);
  motto->setProperty("muted", true);
  motto->setFont(theme_.font(1.1));
  column->addWidget(motto);
  column->addSpacing(16);
  column->addLayout(makeButtons(left));
  column->addSpacing(20);
  const auto heading = [&](const QString& text) {
    auto* made = label("<b>" + text + "</b>", left);
    made->setFont(theme_.font(1.08));
    column->addWidget(made);
  };
  if (!unsaved_.empty()) {
    heading(tr("Not saved when Warpwright ended"));
    for (const Unsaved& text : unsaved_) {
      const QFileInfo info(text.path);
      column->addWidget(row("file", "unknown", info.fileName(), tr("kept on %1; open it to restore").arg(text.when),
                            text.path, &WelcomePage::pathChosen));
    }
    column->addSpacing(16);
  }
  if (!recent.isEmpty()) {
    heading(tr("Recent"));
    for (const QString& path : recent.mid(0, 5)) {
      const QFileInfo info(path);
      QString folder = info.path();
      if (folder.startsWith(QDir::homePath())) folder.replace(0, QDir::homePath().size(), "~");
      column->addWidget(
          row(info.isDir() ? "folder" : "file", "muted", info.fileName(), folder, path, &WelcomePage::pathChosen));
    }
    column->addSpacing(16);
  }
  if (const std::vector<Sample> all = samples(); !all.empty()) {
    heading(tr("Samples, ready to run without a GPU"));
    for (const Sample& sample : all) {
      column->addWidget(row("kernel", "accent", sample.title, sample.description,
                            QString::fromStdString(sample.path.string()), &WelcomePage::sampleChosen));
    }
    column->addSpacing(16);
  }
  column->addWidget(makeNotice(left));
  column->addSpacing(16);
  heading(tr("How to read the marks"));
  addMarks(column);
  column->addStretch(1);
  return left;
}

/// The ways in: folder, file, session.
QLayout* WelcomePage::makeButtons(QWidget* parent) {
  auto* buttons = new FlowLayout(nullptr, 10);
  const auto button = [&](const QString& text, const char* icon, bool primary, auto signal) {
    auto* made = new QPushButton(text, parent);
    made->setAccessibleName(text);
    made->setProperty("large", true);
    made->setProperty("primary", primary);
    if (icon) {
      const auto draw = [this, made, icon, primary] {
        made->setIcon(theme_.icon(icon, primary ? "onaccent" : "text"));
      };
      draw();
      connect(&theme_, &Theme::changed, made, draw);
    }
    connect(made, &QPushButton::clicked, this, signal);
    buttons->addWidget(made);
  };
  button(tr("Open folder…"), "folder", true, &WelcomePage::openFolderRequested);
  button(tr("Open file…"), "file", false, &WelcomePage::openFileRequested);
  button(tr("Open session…"), nullptr, false, &WelcomePage::openSessionRequested);
  return buttons;
}

/// That nothing is run without asking.
QWidget* WelcomePage::makeNotice(QWidget* parent) {
  auto* notice = new QFrame(parent);
  notice->setObjectName("notice");
  notice->setAccessibleName(tr("Nothing is run without asking"));
  auto* line = new QHBoxLayout(notice);
  line->setContentsMargins(14, 10, 14, 10);
  line->setSpacing(10);
  auto* shape = new QLabel(notice);
  shape->setAccessibleName(tr("Good to know"));
  shape->setPixmap(theme_.shape("identical", 15, devicePixelRatioF()));
  connect(&theme_, &Theme::changed, shape,
          [this, shape] { shape->setPixmap(theme_.shape("identical", 15, devicePixelRatioF())); });
  line->addWidget(shape, 0, Qt::AlignTop);
  line->addWidget(label(tr("<b>Opening a folder runs nothing.</b> Building and running a project is always your own "
                           "step, and the first time in a folder you are asked."),
                        notice),
                  1);
  return notice;
}

void WelcomePage::addMarks(QVBoxLayout* column) {
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(4);
  const std::pair<const char*, QString> marks[] = {{"applicable", tr("proved; rests on the assumptions shown")},
                                                   {"refused", tr("not safe or not possible, with the line")},
                                                   {"unknown", tr("not decided, and what is missing")},
                                                   {"identical", tr("all results compared")},
                                                   {"differs", tr("results differ, or a run broke")},
                                                   {"not-done", tr("not done yet, or not possible here")}};
  int at = 0;
  for (const auto& [name, meaning] : marks) {
    auto* shape = new QLabel(this);
    const QString shapeName = name;
    const auto draw = [this, shape, shapeName] { shape->setPixmap(theme_.shape(shapeName, 12, devicePixelRatioF())); };
    draw();
    connect(&theme_, &Theme::changed, shape, draw);
    QString title;
    for (const ShapeInfo& info : allShapes()) {
      if (shapeName == word(info.name)) title = coreWords(std::string(info.word));
    }
    if (!title.isEmpty()) title[0] = title[0].toUpper();
    shape->setAccessibleName(title);
    const int column2 = (at / 3) * 2;
    grid->addWidget(shape, at % 3, column2);
    grid->addWidget(label("<b>" + title + "</b> " + meaning, this), at % 3, column2 + 1);
    ++at;
  }
  grid->setColumnStretch(1, 1);
  grid->setColumnStretch(3, 1);
  column->addLayout(grid);
}

QWidget* WelcomePage::makeRight() {
  auto* right = new QWidget;
  right->setObjectName("welcomeRight");
  right->setAttribute(Qt::WA_StyledBackground);
  right->setAccessibleName(tr("What this computer can do"));
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(38, 32, 38, 24);
  column->setSpacing(8);
  auto* title = label(tr("<b>What this computer can do</b>"), right);
  title->setFont(theme_.font(1.3));
  column->addWidget(title);
  column->addSpacing(8);
  for (const Ability& ability : abilities()) {
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    auto* shape = new QLabel(right);
    shape->setAccessibleName(ability.shape == "identical" ? tr("Here") : tr("Not here"));
    const auto draw = [this, shape, name = ability.shape] {
      shape->setPixmap(theme_.shape(name, 15, devicePixelRatioF()));
    };
    draw();
    connect(&theme_, &Theme::changed, shape, draw);
    line->addWidget(shape, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(1);
    texts->addWidget(label("<b>" + ability.title.toHtmlEscaped() + "</b>", right));
    auto* detail = label(ability.detail.toHtmlEscaped(), right);
    detail->setProperty("muted", true);
    texts->addWidget(detail);
    line->addLayout(texts, 1);
    column->addLayout(line);
    auto* rule = new QFrame(right);
    rule->setObjectName("rule");
    rule->setAccessibleName(tr("Separator"));
    column->addWidget(rule);
  }
  column->addStretch(1);
  return right;
}

}  // namespace warpwright::views
