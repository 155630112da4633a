#include "core/session/session.h"

#include <unistd.h>

#include <fstream>

#include "core/base/hash.h"
#include "core/session/packed_text.h"
#include "core/session/session_state.h"

namespace warpwright {
namespace {

namespace fs = std::filesystem;

constexpr int64_t applicationId = 0x57575331;  // "WWS1"
constexpr int64_t formatVersion = 1;

/// FORMAT.md describes these tables.
constexpr const char* schema = R"(
  CREATE TABLE setting(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE text(key TEXT PRIMARY KEY, packed BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE analysis(id INTEGER PRIMARY KEY, made_at INTEGER NOT NULL, result TEXT NOT NULL REFERENCES text(key));
  CREATE TABLE source(analysis INTEGER NOT NULL REFERENCES analysis(id), path BLOB NOT NULL,
                      text TEXT NOT NULL REFERENCES text(key), PRIMARY KEY(analysis, path)) WITHOUT ROWID;
  CREATE TABLE opportunity(id TEXT PRIMARY KEY, status TEXT NOT NULL, changed_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE variant(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, steps TEXT NOT NULL, summary TEXT NOT NULL,
                       verification TEXT REFERENCES text(key), command TEXT NOT NULL, applied INTEGER NOT NULL,
                       changed_at INTEGER NOT NULL);
  CREATE TABLE variant_file(variant INTEGER NOT NULL REFERENCES variant(number), position INTEGER NOT NULL,
                            path BLOB NOT NULL, before TEXT NOT NULL REFERENCES text(key),
                            after TEXT NOT NULL REFERENCES text(key), PRIMARY KEY(variant, position)) WITHOUT ROWID;
  CREATE TABLE measurement(id INTEGER PRIMARY KEY, variant TEXT NOT NULL, kernel TEXT NOT NULL, target TEXT NOT NULL,
                           device TEXT NOT NULL, metric TEXT NOT NULL, unit TEXT NOT NULL, value REAL NOT NULL,
                           low REAL NOT NULL, high REAL NOT NULL, samples INTEGER NOT NULL, conditions TEXT NOT NULL,
                           verdict TEXT NOT NULL, measured_at INTEGER NOT NULL);
  CREATE TABLE annotation(id INTEGER PRIMARY KEY, path BLOB NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL,
                          changed_at INTEGER NOT NULL);
)";

Error notASession(const fs::path& file, const std::string& why) {
  return inputError(file.string() + " is not a Warpwright session: " + why +
                    ". It was left as it is; choose another file.");
}

/// SQLite would take a short or foreign file for an empty database and write into it: look before.
Status checkHeader(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) {
    return failed || !fs::exists(file) ? inputError("There is no session " + file.string() + ".")
                                       : notASession(file, "it is not a file");
  }
  char header[100] = {};
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return Error{ErrorKind::io, "Cannot read " + file.string() + ". Check its permissions.", std::nullopt};
  stream.read(header, sizeof header);
  if (stream.gcount() < static_cast<std::streamsize>(sizeof header)) {
    return notASession(file, "it is too short (" + std::to_string(stream.gcount()) + " bytes)");
  }
  if (std::string_view(header, 16) != std::string_view("SQLite format 3\0", 16)) {
    return notASession(file, "it is no SQLite file");
  }
  return {};
}

Result<int64_t> pragma(const Database& database, const char* sql) {
  Statement statement(database, sql);
  const auto row = statement.step();
  if (!row.ok()) return row.error();
  return *row ? statement.integer(0) : 0;
}

Status checkContent(const Database& database) {
  const auto application = pragma(database, "PRAGMA application_id");
  if (!application.ok()) return application.error();
  if (*application != applicationId) return notASession(database.file(), "it belongs to another program");
  const auto version = pragma(database, "PRAGMA user_version");
  if (!version.ok()) return version.error();
  if (*version > formatVersion) {
    return inputError(database.file().string() + " was written by a newer version of Warpwright (format " +
                      std::to_string(*version) + ", this one reads up to " + std::to_string(formatVersion) +
                      "). It was left as it is.");
  }
  if (*version < 1) return notASession(database.file(), "it has no format version");
  Statement check(database, "PRAGMA quick_check(1)");
  const auto row = check.step();
  if (!row.ok()) return row.error();
  if (check.text(0) != "ok") return damagedSession(database.file(), check.text(0));
  return {};
}

Status createTables(Database& database) {
  Transaction transaction(database);
  if (!transaction.started().ok()) return transaction.started();
  // Another process may have made it since we looked.
  const auto version = pragma(database, "PRAGMA user_version");
  if (!version.ok()) return version.error();
  if (*version != 0) return {};
  if (Status made = database.execute(schema); !made.ok()) return made;
  const std::string marks = "PRAGMA application_id=" + std::to_string(applicationId) +
                            "; PRAGMA user_version=" + std::to_string(formatVersion);
  if (Status marked = database.execute(marks.c_str()); !marked.ok()) return marked;
  return transaction.commit();
}

}  // namespace

Error damagedSession(const fs::path& file, const std::string& what) {
  return inputError("The session " + file.string() + " is damaged (" + what +
                    "). It was left as it is; choose another file.");
}

Result<std::string> Session::State::putText(std::string_view text) {
  const std::string key = hexText(hashText(text)) + '-' + std::to_string(text.size());
  Statement insert(database, "INSERT OR IGNORE INTO text(key, packed) VALUES(?, ?)");
  const Status done = insert.bind(key).bindBlob(packText(text)).run();
  if (!done.ok()) return done.error();
  return key;
}

Result<std::string> Session::State::getText(const std::string& key) const {
  Statement select(database, "SELECT packed FROM text WHERE key = ?");
  const auto row = select.bind(key).step();
  if (!row.ok()) return row.error();
  if (!*row) return damagedSession(database.file(), "a text is missing");
  auto text = unpackText(select.text(0));
  if (!text.ok()) return damagedSession(database.file(), text.error().message);
  return text;
}

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

const fs::path& Session::file() const {
  return state_->database.file();
}

Result<Session> Session::open(const fs::path& file) {
  if (Status good = checkHeader(file); !good.ok()) return good.error();
  auto database = Database::open(file, false);
  if (!database.ok()) return database.error();
  if (Status good = checkContent(*database); !good.ok()) return good.error();
  return Session(std::make_unique<State>(State{std::move(database).value()}));
}

Result<Session> Session::openOrCreate(const fs::path& file) {
  std::error_code ignored;
  // A journal beside it means that someone is just making it, or died doing so: SQLite knows what to do then.
  const bool exists =
      fs::exists(file, ignored) && !(fs::file_size(file, ignored) == 0 && fs::exists(file.string() + "-journal"));
  if (exists) return open(file);
  // Made under another name first: whoever is killed meanwhile leaves no half session under this one.
  const fs::path made = file.string() + ".new-" + std::to_string(::getpid());
  fs::remove(made, ignored);
  const Status tables = [&]() -> Status {
    auto database = Database::createAs(file, made);
    return database.ok() ? createTables(*database) : Status(database.error());
  }();
  if (!tables.ok()) {
    fs::remove(made, ignored);
    fs::remove(made.string() + "-journal", ignored);
    return tables.error();
  }
  // Another process may have made it since we looked: then theirs is the session.
  std::error_code failed;
  fs::create_hard_link(made, file, failed);
  if (failed && !fs::exists(file, ignored)) fs::rename(made, file, ignored);
  fs::remove(made, ignored);
  return open(file);
}

}  // namespace warpwright
