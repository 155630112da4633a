#include "views/window/navigation.h"

#include <QAction>
#include <QMainWindow>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "views/project/project_model.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/selection.h"
#include "views/shared/source_names.h"
#include "views/window/bottom_docks.h"
#include "views/window/command_palette.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"

namespace warpwright::views {
namespace fs = std::filesystem;

Navigation::Navigation(const WindowParts& parts, const ProjectModel& project) : Workflow(parts), project_(project) {}

void Navigation::addDocks() {
  parts_.bottom.add(tr("Find"), "search", "Alt+9", [this](QWidget* parent) {
    search_ = new SearchPanel([this] { return sources(); }, parts_.theme, parent);
    connect(search_, &SearchPanel::lineClicked, this,
            [this](const std::string& file, quint32 line, quint32 column) { goTo({file, line, column}); });
    connect(search_, &SearchPanel::replaceRequested, this, [this](const VariantRecord& replaced, const QString& title) {
      parts_.flow.previewTexts(parts_.selection.file().empty() ? replaced.files.front().path : parts_.selection.file(),
                               replaced, title);
    });
    return search_;
  });
}

void Navigation::goTo(const SourcePosition& at) {
  if (at.line == 0) return;
  const std::string file = at.file.empty() ? parts_.selection.file() : at.file;
  parts_.pages.open(file, [at](EditorPage& page) {
    page.editor().showLine(at.line, std::max<uint32_t>(1, at.column));
    page.editor().setFocus();
  });
}

SearchPanel::Sources Navigation::sources() const {
  SearchPanel::Sources found{{}, parts_.pages.unsavedTexts(), parts_.folder};
  const std::function<void(const ProjectEntry&)> add = [&](const ProjectEntry& entry) {
    if (!entry.isFolder) found.files.push_back(entry.path.string());
    for (const ProjectEntry& below : entry.entries) add(below);
  };
  if (!project_.project().path.empty()) add(project_.project());
  for (const EditorPage* page : parts_.pages.editors()) {
    if (std::find(found.files.begin(), found.files.end(), page->path()) == found.files.end())
      found.files.push_back(page->path());
  }
  return found;
}

void Navigation::findInProject() {
  parts_.bottom.show("search");
  if (EditorPage* page = parts_.pages.currentEditor(); page && page->editor().hasSelectedText()) {
    const QString words = page->editor().selectedText();
    if (!words.contains('\n')) search_->find(words);
  }
}

QString Navigation::wordAtCursor(int* at) const {
  EditorPage* page = parts_.pages.currentEditor();
  if (!page) return {};
  int line = 0, column = 0;
  page->editor().getCursorPosition(&line, &column);
  if (at) *at = line;
  return page->editor().wordAtLineIndex(line, column);
}

QuickEntry Navigation::entryOf(const Mention& mention) {
  return {QString::fromStdString(mention.text),
          QString::fromStdString(fs::path(mention.file).filename().string()) + ':' + QString::number(mention.line),
          true, [this, mention] { goTo({mention.file, mention.line, mention.column}); }};
}

void Navigation::goToDefinition() {
  int line = 0;
  const QString name = wordAtCursor(&line);
  if (name.isEmpty()) return;
  definitionJob_.run([from = sources(), front = parts_.pages.currentEditor()->path(), name = name.toStdString(),
                      near = static_cast<uint32_t>(line) +
                             1](std::stop_token stop) { return findDefinition(from, front, name, near, stop); },
                     [this, name](const std::vector<Mention>& found) { chooseDefinition(name, found); });
}

void Navigation::findReferences() {
  const QString name = wordAtCursor();
  if (name.isEmpty()) return;
  definitionJob_.run(
      [from = sources(), front = parts_.pages.currentEditor()->path(),
       name = name.toStdString()](std::stop_token stop) { return findReferencesOf(from, front, name, stop); },
      [this, name](const std::vector<Mention>& found) {
        if (found.empty()) {
          parts_.messages.post(
              {Message::Kind::note, tr("`%1` is used nowhere in the project.").arg(name), {}, {}, "definition"});
          return;
        }
        std::vector<QuickEntry> entries;
        for (const Mention& mention : found) entries.push_back(entryOf(mention));
        (new CommandPalette(tr("References of %1").arg(name), std::move(entries), &parts_.window))->show();
      });
}

void Navigation::chooseDefinition(const QString& name, const std::vector<Mention>& found) {
  if (found.empty()) {
    parts_.messages.post(
        {Message::Kind::note, tr("No definition of `%1` was found in the project.").arg(name), {}, {}, "definition"});
    return;
  }
  if (found.size() == 1) return goTo({found[0].file, found[0].line, found[0].column});
  std::vector<QuickEntry> entries;
  for (const Mention& mention : found) entries.push_back(entryOf(mention));
  (new CommandPalette(tr("Definitions of %1").arg(name), std::move(entries), &parts_.window))->show();
}

void Navigation::showCommands(const std::vector<QAction*>& actions) {
  std::vector<QuickEntry> entries;
  for (QAction* action : actions) {
    entries.push_back({action->text().remove('&').remove(QStringLiteral("…")),
                       action->shortcut().toString(QKeySequence::NativeText), action->isEnabled(),
                       [action] { action->trigger(); }});
  }
  (new CommandPalette(tr("All commands"), std::move(entries), &parts_.window))->show();
}

void Navigation::showFiles() {
  std::vector<QuickEntry> entries;
  const std::function<void(const ProjectEntry&)> add = [&](const ProjectEntry& entry) {
    if (!entry.isFolder) {
      std::error_code ignored;
      entries.push_back(
          {QString::fromStdString(entry.name),
           QString::fromStdString(fs::relative(entry.path, parts_.folder, ignored).parent_path().string()), true,
           [this, path = entry.path.string()] { parts_.pages.open(path); }});
    }
    for (const ProjectEntry& below : entry.entries) add(below);
  };
  add(project_.project());
  (new CommandPalette(tr("Go to file"), std::move(entries), &parts_.window))->show();
}

void Navigation::showSymbols() {
  std::vector<QuickEntry> kernels;
  std::set<std::string> known;
  for (const auto& [unit, kernel] : parts_.findings.kernels()) {
    const SourcePosition at = kernel->nameAt.isValid() ? kernel->nameAt : kernel->definition.begin;
    known.insert(kernel->name);
    kernels.push_back({QString::fromStdString(kernel->name),
                       QString::fromStdString(fs::path(at.file).filename().string()) + ':' + QString::number(at.line),
                       true, [this, at] { goTo(at); }});
  }
  symbolsJob_.run([from = sources()](std::stop_token stop) { return symbolsOf(from, stop); },
                  [this, known, kernels = std::move(kernels)](const std::vector<Mention>& symbols) {
                    std::vector<QuickEntry> entries = kernels;
                    for (const Mention& symbol : symbols)
                      if (!known.contains(symbol.text)) entries.push_back(entryOf(symbol));
                    (new CommandPalette(tr("Go to symbol"), std::move(entries), &parts_.window))->show();
                  });
}

}  // namespace warpwright::views
