#include "views/window/measured_texts.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/hash.h"
#include "views/shared/findings.h"
#include "views/window/pages.h"
#include "views/window/session_keeper.h"

namespace warpwright::views {
namespace {

/// The name under which a session keeps the hashes of the texts, before that of the table.
constexpr const char* textsKey = "measured texts ";

/// Empty: it cannot be read.
std::string hashOnDisk(const std::string& path) {
  const Result<LoadedText> text = loadText(path);
  return text.ok() ? hexText(hashText(text->bytes.toStdString())) : std::string();
}

}  // namespace

MeasuredTexts::MeasuredTexts(const WindowParts& parts) : parts_(parts) {
  quiet_.setSingleShot(true);
  quiet_.setInterval(200);
  connect(&quiet_, &QTimer::timeout, this, &MeasuredTexts::look);
  const auto later = [this] {
    if (!kept_.empty() || !begun_.empty()) quiet_.start();
  };
  connect(&parts_.pages, &Pages::textEdited, this, later);
  connect(&parts_.pages, &Pages::opened, this, later);
  connect(&parts_.findings, &Findings::changed, this, later);
}

void MeasuredTexts::begin(const std::string& unit, const std::string& kernel) {
  std::set<std::string> paths = {parts_.findings.unitOf(unit)};
  for (const KernelSummary* one : parts_.findings.kernelsIn(unit)) {
    if (one->name == kernel && !one->definition.begin.file.empty()) paths.insert(one->definition.begin.file);
  }
  begun_.clear();
  for (const std::string& path : paths) {
    const EditorPage* page = parts_.pages.editor(path);
    const std::string hash = page ? hexText(hashText(page->text())) : hashOnDisk(path);
    if (!hash.empty()) begun_[path] = now_[path] = hash;
  }
}

void MeasuredTexts::keep(const std::string& name) {
  kept_[name] = begun_;
  parts_.session.setValue(textsKey + name, nlohmann::json(begun_).dump());
  look();
}

void MeasuredTexts::restore(const std::map<std::string, std::string>& values) {
  kept_.clear();
  for (const auto& [name, value] : values) {
    if (!name.starts_with(textsKey)) continue;
    const auto kept = nlohmann::json::parse(value, nullptr, false);
    if (!kept.is_object()) continue;
    Hashes& of = kept_[name.substr(std::string_view(textsKey).size())];
    for (const auto& [path, hash] : kept.items()) {
      if (hash.is_string()) of[path] = hash.get<std::string>();
    }
  }
  look();
}

bool MeasuredTexts::isOlder(const std::string& name) const {
  const auto found = kept_.find(name);
  return found != kept_.end() && differs(found->second);
}

bool MeasuredTexts::differs(const Hashes& then) const {
  for (const auto& [path, hash] : then) {
    const auto now = now_.find(path);
    if (now != now_.end() && now->second != hash) return true;
  }
  return false;
}

/// What is open is at hand; the disk is read elsewhere.
void MeasuredTexts::look() {
  std::set<std::string> paths, closed;
  for (const auto& [path, hash] : begun_) paths.insert(path);
  for (const auto& [name, of] : kept_)
    for (const auto& [path, hash] : of) paths.insert(path);
  for (const std::string& path : paths) {
    if (const EditorPage* page = parts_.pages.editor(path))
      now_[path] = hexText(hashText(page->text()));
    else
      closed.insert(path);
  }
  tell();
  if (closed.empty()) return;
  job_.run(
      [closed](std::stop_token stop) {
        Hashes read;
        for (const std::string& path : closed) {
          if (stop.stop_requested()) break;
          read[path] = hashOnDisk(path);
        }
        return read;
      },
      [this](const Hashes& read) {
        for (const auto& [path, hash] : read) {
          if (!parts_.pages.editor(path)) now_[path] = hash;  // else it was opened meanwhile
        }
        tell();
      });
}

void MeasuredTexts::tell() {
  std::set<std::string> older;
  for (const auto& [name, of] : kept_) {
    if (differs(of)) older.insert(name);
  }
  const bool same = older == told_ && isBegunOlder() == toldBegun_;
  told_ = std::move(older);
  toldBegun_ = isBegunOlder();
  if (!same) emit changed();
}

}  // namespace warpwright::views
