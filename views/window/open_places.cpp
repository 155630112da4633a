#include "views/window/open_places.h"

#include <QSettings>
#include <QStringList>
#include <filesystem>

#include "core/base/hash.h"

namespace warpwright::views {
namespace {

constexpr const char* lastKey = "open/last";

QString keyOf(const std::string& folder) {
  return "open/" + QString::fromStdString(hexText(hashText(folder)));
}

}  // namespace

void keepPlaces(QSettings& settings, const std::string& folder, const OpenPlaces& places) {
  settings.setValue(lastKey, QString::fromStdString(folder));
  if (folder.empty()) return;
  QStringList files;
  for (const OpenPlace& place : places.files)
    files << QString("%1:%2:%3").arg(place.line).arg(place.column).arg(QString::fromStdString(place.path));
  settings.setValue(keyOf(folder) + "/files", files);
  settings.setValue(keyOf(folder) + "/front", QString::fromStdString(places.front));
  settings.setValue(keyOf(folder) + "/measures", places.measures);
}

OpenPlaces keptPlaces(const QSettings& settings, const std::string& folder) {
  OpenPlaces places;
  for (const QString& kept : settings.value(keyOf(folder) + "/files").toStringList()) {
    const std::string path = kept.section(':', 2).toStdString();
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    places.files.push_back({path, kept.section(':', 0, 0).toInt(), kept.section(':', 1, 1).toInt()});
  }
  places.front = settings.value(keyOf(folder) + "/front").toString().toStdString();
  places.measures = settings.value(keyOf(folder) + "/measures").toBool();
  return places;
}

std::string lastFolder(const QSettings& settings) {
  return settings.value(lastKey).toString().toStdString();
}

}  // namespace warpwright::views
