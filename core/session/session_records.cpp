#include <ctime>

#include "core/base/json_fields.h"
#include "core/session/session_state.h"

namespace warpwright {
namespace {

using nlohmann::json;

std::string dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

int64_t now() {
  return static_cast<int64_t>(std::time(nullptr));
}

OpportunityStatus statusFromText(const std::string& text) {
  for (int i = 0; i <= static_cast<int>(OpportunityStatus::failed); ++i) {
    if (toString(static_cast<OpportunityStatus>(i)) == text) return static_cast<OpportunityStatus>(i);
  }
  return OpportunityStatus::proposed;
}

}  // namespace

void fieldsOf(auto& fields, Of<VariantStep> auto& step) {
  fields("opportunity", step.opportunity);
  fields("values", step.values);
}

WARPWRIGHT_JSON_BY_FIELDS(VariantStep)

Status Session::setValue(const std::string& name, const std::string& value) {
  Statement put(state_->database, "INSERT OR REPLACE INTO setting(name, value) VALUES(?, ?)");
  return put.bind(name).bind(value).run();
}

Result<std::map<std::string, std::string>> Session::values() const {
  std::map<std::string, std::string> values;
  Statement select(state_->database, "SELECT name, value FROM setting");
  for (;;) {
    const auto row = select.step();
    if (!row.ok()) return row.error();
    if (!*row) return values;
    values[select.text(0)] = select.text(1);
  }
}

Status Session::addAnalysis(const AnalysisResult& result, const std::map<std::string, std::string>& sources) {
  Transaction transaction(state_->database);
  if (!transaction.started().ok()) return transaction.started();
  const Database& database = state_->database;
  const auto key = state_->putText(dump(toJson(result)));
  if (!key.ok()) return key.error();
  Statement insert(database, "INSERT INTO analysis(made_at, result) VALUES(?, ?) RETURNING id");
  const auto inserted = insert.bind(now()).bind(*key).step();
  if (!inserted.ok()) return inserted.error();
  const int64_t id = insert.integer(0);
  if (const auto end = insert.step(); !end.ok()) return end.error();
  for (const auto& [path, text] : sources) {
    const auto textKey = state_->putText(text);
    if (!textKey.ok()) return textKey.error();
    Statement source(database, "INSERT INTO source(analysis, path, text) VALUES(?, ?, ?)");
    if (Status put = source.bind(id).bindBlob(path).bind(*textKey).run(); !put.ok()) return put;
  }
  return transaction.commit();
}

Result<std::optional<AnalysisResult>> Session::latestAnalysis() const {
  Statement select(state_->database, "SELECT result FROM analysis ORDER BY id DESC LIMIT 1");
  const auto row = select.step();
  if (!row.ok()) return row.error();
  if (!*row) return std::optional<AnalysisResult>();
  const auto text = state_->getText(select.text(0));
  if (!text.ok()) return text.error();
  auto result = analysisFromJson(json::parse(*text, nullptr, false));
  if (!result.ok()) return damagedSession(file(), result.error().message);
  return std::optional<AnalysisResult>(std::move(result).value());
}

Result<std::map<std::string, std::string>> Session::sources() const {
  std::map<std::string, std::string> sources;
  Statement select(state_->database, "SELECT path, text FROM source WHERE analysis = (SELECT max(id) FROM analysis)");
  for (;;) {
    const auto row = select.step();
    if (!row.ok()) return row.error();
    if (!*row) return sources;
    auto text = state_->getText(select.text(1));
    if (!text.ok()) return text.error();
    sources[select.text(0)] = std::move(text).value();
  }
}

Status Session::setStatus(const std::string& opportunity, OpportunityStatus status) {
  Statement put(state_->database, "INSERT OR REPLACE INTO opportunity(id, status, changed_at) VALUES(?, ?, ?)");
  return put.bind(opportunity).bind(toString(status)).bind(now()).run();
}

Result<std::map<std::string, OpportunityStatus>> Session::statuses() const {
  std::map<std::string, OpportunityStatus> statuses;
  Statement select(state_->database, "SELECT id, status FROM opportunity");
  for (;;) {
    const auto row = select.step();
    if (!row.ok()) return row.error();
    if (!*row) return statuses;
    statuses[select.text(0)] = statusFromText(select.text(1));
  }
}

Status Session::putVariant(const VariantRecord& variant) {
  Transaction transaction(state_->database);
  if (!transaction.started().ok()) return transaction.started();
  if (Status written = writeVariant(variant); !written.ok()) return written;
  return transaction.commit();
}

Status Session::putMeasuredVariant(const VariantRecord* variant, const std::vector<MeasurementRecord>& measurements) {
  Transaction transaction(state_->database);
  if (!transaction.started().ok()) return transaction.started();
  if (variant) {
    if (Status written = writeVariant(*variant); !written.ok()) return written;
  }
  for (const MeasurementRecord& measurement : measurements) {
    if (Status added = addMeasurement(measurement); !added.ok()) return added;
  }
  return transaction.commit();
}

/// Requires: a transaction.
Status Session::writeVariant(const VariantRecord& variant) {
  const Database& database = state_->database;
  std::string verification;
  if (variant.verification) {
    const auto key = state_->putText(dump(toJson(*variant.verification)));
    if (!key.ok()) return key.error();
    verification = *key;
  }
  Statement put(database,
                "INSERT INTO variant(id, steps, summary, verification, command, applied, changed_at) "
                "VALUES(?1, ?2, ?3, nullif(?4, ''), ?5, ?6, ?7) ON CONFLICT(id) DO UPDATE SET steps=?2, summary=?3, "
                "verification=nullif(?4, ''), command=?5, applied=?6, changed_at=?7 RETURNING number");
  put.bind(variant.id).bind(dump(variant.steps)).bind(variant.summary).bind(verification);
  put.bind(variant.command).bind(int64_t{variant.applied}).bind(variant.changedAt ? variant.changedAt : now());
  const auto done = put.step();
  if (!done.ok()) return done.error();
  const int64_t number = put.integer(0);
  if (const auto end = put.step(); !end.ok()) return end.error();
  Statement clear(database, "DELETE FROM variant_file WHERE variant = ?");
  if (Status cleared = clear.bind(number).run(); !cleared.ok()) return cleared;
  for (size_t i = 0; i < variant.files.size(); ++i) {
    const auto before = state_->putText(variant.files[i].before), after = state_->putText(variant.files[i].after);
    if (!before.ok()) return before.error();
    if (!after.ok()) return after.error();
    Statement file(database, "INSERT INTO variant_file(variant, position, path, before, after) VALUES(?, ?, ?, ?, ?)");
    file.bind(number).bind(static_cast<int64_t>(i)).bindBlob(variant.files[i].path).bind(*before).bind(*after);
    if (Status added = file.run(); !added.ok()) return added;
  }
  return {};
}

Result<std::vector<VariantRecord>> Session::variants() const {
  std::vector<VariantRecord> variants;
  Statement select(state_->database,
                   "SELECT number, id, steps, summary, verification, command, applied, changed_at FROM variant "
                   "ORDER BY number");
  for (;;) {
    const auto row = select.step();
    if (!row.ok()) return row.error();
    if (!*row) return variants;
    VariantRecord variant;
    variant.id = select.text(1);
    variant.summary = select.text(3);
    variant.command = select.text(5);
    variant.applied = select.integer(6) != 0;
    variant.changedAt = select.integer(7);
    try {
      json::parse(select.text(2)).get_to(variant.steps);
    } catch (const json::exception& failure) {
      return damagedSession(file(), failure.what());
    }
    if (const std::string key = select.text(4); !key.empty()) {
      const auto text = state_->getText(key);
      if (!text.ok()) return text.error();
      auto verification = verificationFromJson(json::parse(*text, nullptr, false));
      if (!verification.ok()) return damagedSession(file(), verification.error().message);
      variant.verification = std::move(verification).value();
    }
    Statement files(state_->database,
                    "SELECT path, before, after FROM variant_file WHERE variant = ? ORDER BY position");
    files.bind(select.integer(0));
    for (;;) {
      const auto next = files.step();
      if (!next.ok()) return next.error();
      if (!*next) break;
      auto before = state_->getText(files.text(1)), after = state_->getText(files.text(2));
      if (!before.ok()) return before.error();
      if (!after.ok()) return after.error();
      variant.files.push_back({files.text(0), std::move(before).value(), std::move(after).value()});
    }
    variants.push_back(std::move(variant));
  }
}

Status Session::addMeasurement(const MeasurementRecord& record) {
  Statement put(state_->database,
                "INSERT INTO measurement(variant, kernel, target, device, metric, unit, value, low, high, samples, "
                "conditions, verdict, measured_at) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)");
  put.bind(record.variant).bind(record.kernel).bind(record.target).bind(record.device).bind(record.metric);
  put.bind(record.unit).bind(record.value).bind(record.low).bind(record.high).bind(int64_t{record.samples});
  return put.bind(record.conditions).bind(record.verdict).bind(record.measuredAt ? record.measuredAt : now()).run();
}

Result<std::vector<MeasurementRecord>> Session::measurements() const {
  std::vector<MeasurementRecord> records;
  Statement select(state_->database,
                   "SELECT variant, kernel, target, device, metric, unit, value, low, high, samples, conditions, "
                   "verdict, measured_at FROM measurement ORDER BY id");
  for (;;) {
    const auto row = select.step();
    if (!row.ok()) return row.error();
    if (!*row) return records;
    records.push_back({select.text(0), select.text(1), select.text(2), select.text(3), select.text(4), select.text(5),
                       select.real(6), select.real(7), select.real(8), static_cast<uint32_t>(select.integer(9)),
                       select.text(10), select.text(11), select.integer(12)});
  }
}

Result<int64_t> Session::putAnnotation(const AnnotationRecord& annotation) {
  const Database& database = state_->database;
  if (annotation.text.empty()) {
    Statement remove(database, "DELETE FROM annotation WHERE id = ?");
    const Status removed = remove.bind(annotation.id).run();
    if (!removed.ok()) return removed.error();
    return annotation.id;
  }
  Statement put(database,
                "INSERT OR REPLACE INTO annotation(id, path, line, text, changed_at) VALUES(nullif(?, 0), ?, ?, ?, ?) "
                "RETURNING id");
  put.bind(annotation.id).bindBlob(annotation.at.file).bind(int64_t{annotation.at.line}).bind(annotation.text);
  const auto done = put.bind(annotation.changedAt ? annotation.changedAt : now()).step();
  if (!done.ok()) return done.error();
  const int64_t id = put.integer(0);
  if (const auto end = put.step(); !end.ok()) return end.error();
  return id;
}

Result<std::vector<AnnotationRecord>> Session::annotations() const {
  std::vector<AnnotationRecord> records;
  Statement select(state_->database, "SELECT id, path, line, text, changed_at FROM annotation ORDER BY id");
  for (;;) {
    const auto row = select.step();
    if (!row.ok()) return row.error();
    if (!*row) return records;
    records.push_back({select.integer(0),
                       {select.text(1), static_cast<uint32_t>(select.integer(2)), 0},
                       select.text(3),
                       select.integer(4)});
  }
}

}  // namespace warpwright
