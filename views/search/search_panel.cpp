#include "views/search/search_panel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <algorithm>
#include <filesystem>

#include "core/base/file.h"
#include "core/base/number_text.h"
#include "views/shared/cell_model.h"
#include "views/shared/cell_table.h"
#include "views/shared/core_words.h"
#include "views/shared/theme.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

constexpr size_t mostShown = 2000;
constexpr uint64_t largestFile = 4 << 20;

/// The text of a file as the editor has it, else as the disk has it; empty for what is no text.
std::string textOf(const SearchPanel::Sources& sources, const std::string& file) {
  if (const auto open = sources.open.find(file); open != sources.open.end()) return open->second;
  Result<std::string> text = readFile(file, largestFile);
  if (!text.ok() || text->find('\0') != std::string::npos) return {};
  return std::move(*text);
}

}  // namespace

SearchPanel::SearchPanel(std::function<Sources()> sources, Theme& theme, QWidget* parent)
    : QWidget(parent), sources_(std::move(sources)) {
  setObjectName("dockBody");
  setAttribute(Qt::WA_StyledBackground);
  setAccessibleName(tr("Find in project"));
  auto* bar = new QWidget(this);
  bar->setObjectName("dockBar");
  bar->setAttribute(Qt::WA_StyledBackground);
  bar->setAccessibleName(tr("What to find"));
  words_ = new QLineEdit(bar);
  words_->setAccessibleName(tr("Find in project"));
  words_->setPlaceholderText(tr("Find in all files of the project"));
  by_ = new QLineEdit(bar);
  by_->setAccessibleName(tr("Replace with"));
  by_->setPlaceholderText(tr("Replace with"));
  replace_ = new QPushButton(tr("Preview replacement"), bar);
  replace_->setAccessibleName(tr("Preview replacement"));
  replace_->setToolTip(tr("Shows what replacing all places changes; Apply there writes it, one undo takes it back"));
  case_ = new QCheckBox(tr("Match case"), bar);
  case_->setAccessibleName(tr("Match case"));
  whole_ = new QCheckBox(tr("Whole words"), bar);
  whole_->setAccessibleName(tr("Whole words"));
  count_ = new QLabel(bar);
  count_->setAccessibleName(tr("Number of places"));
  count_->setProperty("muted", true);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(12, 5, 12, 5);
  row->setSpacing(10);
  row->addWidget(words_, 2);
  row->addWidget(by_, 1);
  row->addWidget(replace_);
  row->addWidget(case_);
  row->addWidget(whole_);
  row->addWidget(count_);
  model_ = new CellModel({{tr("Line"), false}, {tr("Place"), false}}, this);
  table_ = new CellTable(*model_, tr("Places found"), theme, this);
  table_->setWideColumn(0);
  empty_ = new QLabel(this);
  empty_->setAccessibleName(tr("Why the list is empty"));
  empty_->setAlignment(Qt::AlignCenter);
  empty_->setProperty("muted", true);
  empty_->setMargin(24);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(bar);
  column->addWidget(empty_, 1);
  column->addWidget(table_, 1);
  setFocusProxy(words_);
  table_->hide();
  empty_->setText(tr("Type words to find them in all files of the project."));
  replace_->setEnabled(false);
  connect(replace_, &QPushButton::clicked, this, &SearchPanel::replaceAll);
  connect(by_, &QLineEdit::returnPressed, this, &SearchPanel::replaceAll);
  connect(words_, &QLineEdit::textChanged, this, &SearchPanel::start);
  connect(case_, &QCheckBox::toggled, this, &SearchPanel::start);
  connect(whole_, &QCheckBox::toggled, this, &SearchPanel::start);
  connect(words_, &QLineEdit::returnPressed, table_, [this] {
    table_->setFocus();
    table_->selectRow(0);
  });
  connect(table_, &CellTable::chosen, this, [this](int at) {
    const Mention& mention = found_[static_cast<size_t>(at)];
    emit lineClicked(mention.file, mention.line, mention.column);
  });
}

void SearchPanel::find(const QString& words) {
  if (words_->text() == words)
    start();
  else
    words_->setText(words);
  words_->selectAll();
}

QString SearchPanel::message() const {
  return empty_->isHidden() ? count_->text() : empty_->text();
}

void SearchPanel::start() {
  const std::string words = words_->text().toStdString();
  if (words.size() < 2) {
    job_.cancel();
    found_.clear();
    model_->setRows({});
    count_->clear();
    replace_->setEnabled(false);
    table_->hide();
    empty_->show();
    empty_->setText(tr("Type words to find them in all files of the project."));
    return;
  }
  struct Found {
    std::vector<Mention> mentions;
    std::string root;
    size_t files = 0;
  };
  job_.run(
      [sources = sources_(), words, matchCase = case_->isChecked(), whole = whole_->isChecked()](std::stop_token stop) {
        Found found{{}, sources.root, 0};
        for (const std::string& file : sources.files) {
          if (stop.stop_requested() || found.mentions.size() >= mostShown) break;
          auto here =
              mentionsIn(file, textOf(sources, file), words, matchCase, whole, mostShown - found.mentions.size());
          found.files += !here.empty();
          std::move(here.begin(), here.end(), std::back_inserter(found.mentions));
        }
        return found;
      },
      [this](Found found) {
        found_ = std::move(found.mentions);
        std::vector<std::vector<Cell>> rows;
        for (const Mention& mention : found_) {
          std::error_code ignored;
          std::string name =
              found.root.empty() ? mention.file : fs::relative(mention.file, found.root, ignored).string();
          if (name.empty()) name = mention.file;
          Cell place{QString::fromStdString(name + ':' + std::to_string(mention.line))};
          place.muted = true;
          // Backticks would end the code words.
          rows.push_back({Cell{'`' + QString::fromStdString(mention.text).remove('`').left(300) + '`'}, place});
        }
        const bool none = rows.empty();
        model_->setRows(std::move(rows));
        table_->setVisible(!none);
        replace_->setEnabled(!none);
        empty_->setVisible(none);
        empty_->setText(tr("Not found in the project's files."));
        count_->setText(none ? QString()
                             : tr("%1 in %2")
                                       .arg(counted(found_.size(), tr("%1 line"), tr("%1 lines")),
                                            counted(found.files, tr("%1 file"), tr("%1 files"))) +
                                   (found_.size() >= mostShown ? tr(", and more") : QString()));
      });
}

void SearchPanel::replaceAll() {
  if (!replace_->isEnabled()) return;
  const QString words = words_->text(), by = by_->text();
  replaceJob_.run(
      [sources = sources_(), words = words.toStdString(), by = by.toStdString(), matchCase = case_->isChecked(),
       whole = whole_->isChecked()](std::stop_token stop) {
        return replacedFiles(sources, words, by, matchCase, whole, std::move(stop));
      },
      [this, words, by](std::vector<VariantFile> files) {
        if (files.empty()) return count_->setText(tr("Nothing to replace below the project's folder"));
        VariantRecord replaced;
        replaced.files = std::move(files);
        replaced.summary = "Words were replaced.";
        emit replaceRequested(replaced,
                              tr("Replace `%1` by `%2`").arg(QString(words).remove('`'), QString(by).remove('`')));
      });
}

std::vector<VariantFile> replacedFiles(const SearchPanel::Sources& sources, const std::string& words,
                                       const std::string& by, bool matchCase, bool wholeWords, std::stop_token stop) {
  std::vector<VariantFile> files;
  std::error_code failed;
  const fs::path root = fs::canonical(sources.root, failed);
  if (sources.root.empty() || failed) return files;
  for (const std::string& file : sources.files) {
    if (stop.stop_requested()) return {};
    const fs::path below = fs::canonical(file, failed).lexically_relative(root);
    if (failed || below.empty() || *below.begin() == "..") continue;
    std::string text = textOf(sources, file);
    auto replaced = replacedIn(text, words, by, matchCase, wholeWords);
    if (replaced && *replaced != text) files.push_back({file, std::move(text), *std::move(replaced)});
  }
  return files;
}

std::vector<Mention> findDefinition(const SearchPanel::Sources& sources, const std::string& front,
                                    const std::string& name, uint32_t near, std::stop_token stop) {
  std::vector<Mention> found = definitionsIn(front, textOf(sources, front), name, near);
  // A definition in the file itself settles it; a prototype there does not.
  if (!found.empty() && found.front().rank >= 60) return {found.front()};
  for (const std::string& file : sources.files) {
    if (stop.stop_requested() || found.size() >= 50) break;
    if (file == front) continue;
    for (Mention& mention : definitionsIn(file, textOf(sources, file), name, 0)) {
      // What looks like a variable elsewhere is a local one of another function.
      if (mention.rank != 60) found.push_back(std::move(mention));
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const Mention& a, const Mention& b) { return a.rank > b.rank; });
  while (found.size() > 1 && found.back().rank < found.front().rank) found.pop_back();
  if (found.size() > 50) found.resize(50);
  return found;
}

std::vector<Mention> findReferencesOf(const SearchPanel::Sources& sources, const std::string& front,
                                      const std::string& name, std::stop_token stop) {
  constexpr size_t most = 500;
  std::vector<Mention> found = referencesIn(front, textOf(sources, front), name, most);
  for (const std::string& file : sources.files) {
    if (stop.stop_requested() || found.size() >= most) break;
    if (file == front) continue;
    std::vector<Mention> more = referencesIn(file, textOf(sources, file), name, most - found.size());
    found.insert(found.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
  return found;
}

std::vector<Mention> symbolsOf(const SearchPanel::Sources& sources, std::stop_token stop) {
  constexpr size_t most = 20000;
  std::vector<Mention> found;
  for (const std::string& file : sources.files) {
    if (stop.stop_requested() || found.size() >= most) break;
    for (SourceSymbol& symbol : symbolsIn(textOf(sources, file)))
      found.push_back({file, symbol.line, symbol.column, std::move(symbol.name), 0});
  }
  return found;
}

}  // namespace warpwright::views
