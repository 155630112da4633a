#include "views/window/own_variants.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/base/file.h"
#include "core/base/number_text.h"
#include "core/execute/tune/own_variant.h"
#include "core/report/tuning_table.h"
#include "views/editor/code_editor.h"
#include "views/shared/findings.h"
#include "views/shared/message_bar.h"
#include "views/shared/selection.h"
#include "views/speedup/own_variant_page.h"
#include "views/window/pages.h"
#include "views/window/session_keeper.h"

namespace warpwright::views {
namespace fs = std::filesystem;
namespace {

/// The name under which a session keeps a text, before that of its kernel.
constexpr const char* ownKey = "own variant ";

}  // namespace

OwnVariants::OwnVariants(const WindowParts& parts) : parts_(parts) {
  quiet_.setSingleShot(true);
  quiet_.setInterval(500);
  connect(&quiet_, &QTimer::timeout, this, &OwnVariants::keep);
}

void OwnVariants::show() {
  const KernelSummary* selected = nullptr;
  for (const KernelSummary* kernel : parts_.findings.kernelsIn(parts_.selection.file())) {
    if (kernel->name == parts_.selection.kernel()) selected = kernel;
  }
  if (!selected) {
    return parts_.messages.post(
        {Message::Kind::note, tr("Choose a kernel first: your variant begins as a copy of it."), {}, {}, {}});
  }
  if (page_ && quiet_.isActive()) keep();
  const SourcePosition at = selected->nameAt.isValid() ? selected->nameAt : selected->definition.begin;
  const std::string kernel = selected->name, path = at.file;
  readJob_.run(
      [path](std::stop_token) { return readFile(path); },
      [this, kernel, path, unit = parts_.selection.file(), line = at.line](const Result<std::string>& original) {
        if (!original.ok()) {
          return parts_.messages.post(
              {Message::Kind::error, QString::fromStdString(original.error().message), {}, {}, {}});
        }
        kernel_ = kernel;
        unit_ = unit;
        if (!texts_.contains(kernel) || texts_[kernel].path != path) texts_[kernel] = {path, *original};
        display(*original, line);
      });
}

void OwnVariants::display(const std::string& original, uint32_t line) {
  if (!page_) {
    page_ = new OwnVariantPage(parts_.theme, &parts_.pages);
    page_->hide();
    connect(page_, &OwnVariantPage::edited, this, [this] {
      quiet_.start();
      emit edited();
    });
    connect(page_, &OwnVariantPage::measureRequested, this, [this] {
      keep();
      emit measureRequested();
    });
    connect(page_, &OwnVariantPage::compareRequested, this, &OwnVariants::compare);
    connect(page_, &OwnVariantPage::restartRequested, this,
            [this] { page_->editor().replaceText(QByteArray::fromStdString(original_)); });
  }
  original_ = original;
  page_->setText(QString::fromStdString(kernel_), nameOfFile(), texts_[kernel_].text, line);
  parts_.pages.showKept(*page_, "file", tr("Yours: %1").arg(QString::fromStdString(kernel_)), tr("Close your variant"));
  page_->setFocus(Qt::ShortcutFocusReason);
  emit edited();
}

QString OwnVariants::nameOfFile() const {
  return QString::fromStdString(fs::path(texts_.at(kernel_).path).filename().string());
}

void OwnVariants::compare() {
  parts_.pages.showComparison(texts_.at(kernel_).path, tr("%1: original, and yours").arg(nameOfFile()), original_,
                              page_->text());
}

std::optional<VariantFile> OwnVariants::file() const {
  if (!page_ || page_->text() == original_) return std::nullopt;
  return VariantFile{texts_.at(kernel_).path, original_, page_->text()};
}

void OwnVariants::keep() {
  quiet_.stop();
  Text& text = texts_.at(kernel_);
  text.text = page_->text();
  const nlohmann::json kept{{"path", text.path}, {"text", text.text}};
  parts_.session.setValue(ownKey + kernel_, kept.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

void OwnVariants::restore(const std::map<std::string, std::string>& values) {
  for (const auto& [name, value] : values) {
    if (!name.starts_with(ownKey)) continue;
    const auto kept = nlohmann::json::parse(value, nullptr, false);
    if (!kept.is_object() || !kept.contains("path") || !kept.contains("text")) continue;
    if (!kept["path"].is_string() || !kept["text"].is_string()) continue;
    texts_[name.substr(std::string_view(ownKey).size())] = {kept["path"], kept["text"]};
  }
}

void OwnVariants::update(const TuningTable* table, bool isRunning, const QString& whyNot) {
  if (!page_) return;
  const auto own = file();
  page_->setWhyNot(own ? whyNot : tr("It is the original still. Change the kernel first."));
  if (!own) return page_->setState("not-done", tr("the original still"));
  if (isRunning) return page_->setState("running", tr("is run beside the original"));
  const VariantSteps steps = ownVariant({*own}, table).steps;
  const TuningRow* row = nullptr;
  for (size_t i = 0; table && i < table->rows.size(); ++i) {
    if (table->rows[i].steps == steps) row = &table->rows[i];
  }
  if (!row) return page_->setState("not-done", tr("not measured as it stands"));
  const QString name = QString::fromStdString(row->name);
  if (!row->accepted)
    return page_->setState(row->judged ? "differs" : "warning", name + ": " + QString::fromStdString(row->reason));
  QString words = tr("%1: the same results").arg(name);
  if (row->ratio) {
    words += ", " + QString::fromStdString(speedupText(*row->ratio)) + ' ' +
             (table->isTime ? QString::fromStdString(row->verdict)
                            : tr("original ÷ variant, %1").arg(QString::fromStdString(table->unit)));
  }
  page_->setState("identical", words + tr("; compared, not proved"));
}

}  // namespace warpwright::views
