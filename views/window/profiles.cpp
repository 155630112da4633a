#include "views/window/profiles.h"

#include <QFileDialog>

#include "core/job/program_profile.h"
#include "core/report/profile_timeline.h"
#include "views/shared/message_bar.h"
#include "views/speedup/timeline_page.h"
#include "views/window/pages.h"

namespace warpwright::views {
namespace {

constexpr const char* about = "timeline of a profile";

Result<ProfileTimeline> readTimeline(const std::filesystem::path& file) {
  const Result<KeptProfile> kept = readKeptProfile(file);
  if (!kept.ok()) return kept.error();
  return timelineOf(kept->profile, file.filename().string(), kept->device);
}

}  // namespace

void Profiles::choose() {
  const QString path =
      QFileDialog::getOpenFileName(&parts_.window, tr("Open the profile of a program"), {}, tr("Profiles (*.json)"));
  if (!path.isEmpty()) open(path.toStdString());
}

void Profiles::open(const std::filesystem::path& file) {
  readJob_.run([file](std::stop_token) { return readTimeline(file); },
               [this](Result<ProfileTimeline> timeline) {
                 if (!timeline.ok()) {
                   return parts_.messages.post(
                       {Message::Kind::warning, QString::fromStdString(timeline.error().message), {}, {}, about});
                 }
                 parts_.messages.clear(about);
                 if (!page_) {
                   page_ = new TimelinePage(parts_.theme, &parts_.pages);
                   page_->hide();
                   connect(page_, &TimelinePage::otherRequested, this, &Profiles::choose);
                 }
                 page_->setTimeline(*std::move(timeline));
                 parts_.pages.showKept(*page_, "kernel", tr("Timeline"), tr("Close timeline"));
                 page_->setFocus(Qt::OtherFocusReason);
               });
}

}  // namespace warpwright::views
