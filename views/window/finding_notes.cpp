#include "views/window/finding_notes.h"

#include <QInputDialog>

#include "views/window/session_keeper.h"

namespace warpwright::views {
namespace {

/// The name under which a session keeps a note, before the id of its finding.
constexpr const char* noteKey = "note on ";

}  // namespace

void FindingNotes::set(const std::string& id, const QString& note) {
  const QString words = note.trimmed();
  const auto known = notes_.find(id);
  if (id.empty() || (known == notes_.end() ? QString() : known->second) == words) return;
  if (words.isEmpty())
    notes_.erase(id);
  else
    notes_[id] = words;
  session_.setValue(noteKey + id, words.toStdString());
  emit changed();
}

void FindingNotes::ask(const std::string& id, const QString& title, QWidget* parent) {
  const auto known = notes_.find(id);
  bool isTaken = false;
  const QString note = QInputDialog::getMultiLineText(parent, tr("Note"), tr("Your note on: %1").arg(title),
                                                      known == notes_.end() ? QString() : known->second, &isTaken);
  if (isTaken) set(id, note);
}

void FindingNotes::restore(const std::map<std::string, std::string>& values) {
  notes_.clear();
  for (const auto& [name, value] : values) {
    if (name.starts_with(noteKey) && !value.empty())
      notes_[name.substr(std::string_view(noteKey).size())] = QString::fromStdString(value);
  }
  emit changed();
}

}  // namespace warpwright::views
