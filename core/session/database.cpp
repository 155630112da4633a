#include "core/session/database.h"

#include <sqlite3.h>

namespace warpwright {
namespace {

/// `isNew`: the file is being made.
Error sqliteError(sqlite3* handle, int code, const std::string& file, bool isNew, std::string_view doing) {
  std::string message;
  switch (code & 0xff) {
    case SQLITE_FULL:
      message = "The disk is full; " + file +
                (isNew ? " cannot be made. Free some space and try again, or save elsewhere."
                       : " keeps what was saved before. Free some space and try again.");
      break;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      message = file + " is read-only. Change its permissions, or save the session elsewhere.";
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      message = file + " is in use by another program. Close it there, or save the session elsewhere.";
      break;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      message = file + " is damaged: " + sqlite3_errmsg(handle) + ". It was left as it is; choose another file.";
      break;
    default:
      message =
          "Cannot " + std::string(doing) + ' ' + file + ": " + (handle ? sqlite3_errmsg(handle) : "no memory") + '.';
  }
  return Error{ErrorKind::io, message, std::nullopt};
}

}  // namespace

Statement::Statement(const Database& database, const char* sql) : database_(database) {
  code_ = sqlite3_prepare_v2(database.handle(), sql, -1, &statement_, nullptr);
}

Statement::~Statement() {
  sqlite3_finalize(statement_);
}

Statement& Statement::bind(int64_t value) {
  if (code_ == SQLITE_OK) code_ = sqlite3_bind_int64(statement_, ++bound_, value);
  return *this;
}

Statement& Statement::bind(double value) {
  if (code_ == SQLITE_OK) code_ = sqlite3_bind_double(statement_, ++bound_, value);
  return *this;
}

Statement& Statement::bind(std::string_view text) {
  if (code_ == SQLITE_OK) {
    code_ = sqlite3_bind_text64(statement_, ++bound_, text.data() ? text.data() : "", text.size(), SQLITE_TRANSIENT,
                                SQLITE_UTF8);
  }
  return *this;
}

Statement& Statement::bindBlob(std::string_view bytes) {
  if (code_ == SQLITE_OK) {
    code_ = sqlite3_bind_blob64(statement_, ++bound_, bytes.data() ? bytes.data() : "", bytes.size(), SQLITE_TRANSIENT);
  }
  return *this;
}

Result<bool> Statement::step() {
  if (code_ == SQLITE_OK || code_ == SQLITE_ROW) code_ = sqlite3_step(statement_);
  if (code_ == SQLITE_ROW) return true;
  if (code_ == SQLITE_DONE) return false;
  return database_.error(code_, "read or write");
}

Status Statement::run() {
  const auto stepped = step();
  return stepped.ok() ? Status() : Status(stepped.error());
}

int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_, column);
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return bytes ? std::string(static_cast<const char*>(bytes), static_cast<size_t>(size)) : std::string();
}

Result<Database> Database::open(const std::filesystem::path& file, bool create) {
  Database database;
  database.file_ = file;
  const Status connected = database.connect(create);
  if (!connected.ok()) return connected.error();
  return database;
}

Result<Database> Database::createAs(const std::filesystem::path& file, const std::filesystem::path& made) {
  Database database;
  database.file_ = made;
  database.isToBe_ = file;
  const Status connected = database.connect(true);
  if (!connected.ok()) return connected.error();
  return database;
}

Status Database::connect(bool create) {
  sqlite3* handle = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | (create ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(file_.c_str(), &handle, flags, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK) return error(code, create ? "create" : "open");
  sqlite3_extended_result_codes(handle, 1);
  sqlite3_busy_timeout(handle, 3000);
  // A file from elsewhere is not trusted: no functions with side effects from its schema, and bounded sizes.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return execute("PRAGMA synchronous=EXTRA; PRAGMA foreign_keys=ON; PRAGMA cell_size_check=ON;");
}

Status Database::execute(const char* sql) {
  const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? Status() : Status(error(code, "change"));
}

Error Database::error(std::string_view doing) const {
  return error(sqlite3_errcode(handle_.get()), doing);
}

Error Database::error(int code, std::string_view doing) const {
  const bool isNew = !isToBe_.empty();
  return sqliteError(handle_.get(), code, (isNew ? isToBe_ : file_).string(), isNew, doing);
}

void Database::Close::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}

Transaction::Transaction(Database& database) : database_(database), started_(database.execute("BEGIN IMMEDIATE")) {
  open_ = started_.ok();
}

Transaction::~Transaction() {
  if (open_) static_cast<void>(database_.execute("ROLLBACK").ok());
}

Status Transaction::commit() {
  if (!open_) return started_;
  Status committed = database_.execute("COMMIT");
  open_ = !committed.ok();
  return committed;
}

}  // namespace warpwright
