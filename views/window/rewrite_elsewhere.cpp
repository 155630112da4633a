#include <QRegularExpression>
#include <algorithm>
#include <filesystem>

#include "core/base/file.h"
#include "core/finding/branch_commit.h"
#include "views/shared/code_text.h"
#include "views/shared/message_bar.h"
#include "views/shared/message_text.h"
#include "views/window/pages.h"
#include "views/window/rewrite_flow.h"

namespace warpwright::views {
namespace fs = std::filesystem;

bool RewriteFlow::savePatch(const fs::path& file) {
  const Preview& shown = pages_.preview().preview();
  std::string patch;
  for (const auto& [path, before] : shown.before) {
    std::error_code ignored;
    const std::string name =
        folder_.empty() ? fs::path(path).filename().string() : fs::relative(path, folder_, ignored).string();
    const bool creates =
        std::any_of(shown.rewrite.files.begin(), shown.rewrite.files.end(),
                    [&, at = path](const FileEdits& edits) { return edits.file == at && edits.creates; });
    patch += unifiedDiff(before, shown.after.at(path), creates ? noFile : "a/" + name, "b/" + name);
  }
  patchJob_.run([file, patch](std::stop_token) { return writeFileAtomically(file, patch); },
                [this, file](Status written) {
                  const QString said = written.ok() ? tr("Patch saved: %1").arg(QString::fromStdString(file.string()))
                                                    : QString::fromStdString(written.error().message);
                  messages_.post({written.ok() ? Message::Kind::ok : Message::Kind::error, said, {}, {}, {}});
                });
  return true;
}

QString RewriteFlow::branchName() const {
  static const QRegularExpression others("[^a-z0-9]+");
  QString name = plainText(messageText(pages_.preview().preview().opportunity.title)).toLower();
  name.replace(others, "-");
  name = name.left(48);
  while (name.endsWith('-')) name.chop(1);
  name = "warpwright/" + (name.isEmpty() ? QString("change") : name);
  QString free = name;
  for (int number = 2; usedNames_.contains(free); ++number) free = QString("%1-%2").arg(name).arg(number);
  return free;
}

void RewriteFlow::applyToBranch(const QString& branch) {
  if (!whyNoApply().isEmpty()) return;
  if (branchJob_.isRunning())
    return messages_.post({Message::Kind::warning, tr("Wait until the other branch is made."), {}, {}, {}});
  if (!mayWrite()) return;
  const Preview& shown = pages_.preview().preview();
  const QString title = plainText(messageText(shown.opportunity.title));
  const bool identical = pages_.preview().isIdentical();
  const QString said =
      title + "\n\n" + (identical ? QString::fromStdString(shown.verification->summary) : tr("Not verified."));
  branchJob_.run(
      [rewrite = shown.rewrite, before = shown.before, after = shown.after, branch = branch.toStdString(),
       said = said.toStdString()](const std::stop_token& stop) {
        return commitToBranch(rewrite, before, after, branch, said, stop);
      },
      [this, branch](Result<BranchCommit> made) {
        const bool name = !made.ok() && made.error().kind == ErrorKind::usage;
        if (made.ok() || name) usedNames_ << branch;
        if (!made.ok()) {
          const ApplyTo next = name ? ApplyTo::branch : ApplyTo::patch;
          return messages_.post({Message::Kind::warning,
                                 QString::fromStdString(made.error().message),
                                 name ? tr("Another name…") : tr("Save patch…"),
                                 [this, next] { emit placeWanted(next); },
                                 {}});
        }
        messages_.post({Message::Kind::ok,
                        tr("Committed to the new branch %1 (%2). Your files are as they were.")
                            .arg(QString::fromStdString(made->branch), QString::fromStdString(made->commit).left(10)),
                        {},
                        {},
                        {}});
      });
}

}  // namespace warpwright::views
