#include "analysis/frontend/parked_parse.h"

#include <malloc.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <string_view>

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "analysis/frontend/source_files.h"

namespace warpwright::frontend {
namespace {

constexpr std::chrono::seconds mostWait{60};

/// Numbers and texts on their way between two processes of one program.
class Message {
 public:
  void add(uint64_t number) { bytes_.append(reinterpret_cast<const char*>(&number), sizeof number); }
  void add(const std::string& text) {
    add(text.size());
    bytes_ += text;
  }
  bool send(int socket) const {
    const uint64_t size = bytes_.size();
    return write(socket, reinterpret_cast<const char*>(&size), sizeof size) &&
           write(socket, bytes_.data(), bytes_.size());
  }

  /// Nothing where the other side is gone, `stop` is requested, or nothing comes for too long.
  static std::optional<Message> receive(int socket, std::stop_token stop, bool waitsForever) {
    Message message;
    uint64_t size = 0;
    if (!read(socket, reinterpret_cast<char*>(&size), sizeof size, stop, waitsForever)) return std::nullopt;
    message.bytes_.resize(size);
    if (!read(socket, message.bytes_.data(), size, stop, waitsForever)) return std::nullopt;
    return message;
  }
  uint64_t number() {
    uint64_t number = 0;
    std::memcpy(&number, bytes_.data() + at_, sizeof number);
    at_ += sizeof number;
    return number;
  }
  std::string text() {
    const uint64_t size = number();
    at_ += size;
    return bytes_.substr(at_ - size, size);
  }

 private:
  static bool write(int socket, const char* bytes, size_t count) {
    while (count > 0) {
      const ssize_t written = ::send(socket, bytes, count, MSG_NOSIGNAL);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes += written;
      count -= static_cast<size_t>(written);
    }
    return true;
  }
  static bool read(int socket, char* bytes, size_t count, const std::stop_token& stop, bool waitsForever) {
    const auto deadline = std::chrono::steady_clock::now() + mostWait;
    while (count > 0) {
      pollfd waiting{socket, POLLIN, 0};
      const int ready = ::poll(&waiting, 1, waitsForever ? -1 : 20);
      if (stop.stop_requested()) return false;
      if (!waitsForever && std::chrono::steady_clock::now() > deadline) return false;
      if (ready <= 0) continue;
      const ssize_t got = ::recv(socket, bytes, count, 0);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      bytes += got;
      count -= static_cast<size_t>(got);
    }
    return true;
  }

  std::string bytes_;
  size_t at_ = 0;
};

constexpr std::array deviceWords = {"__global__", "__device__", "__shared__", "<<<", "cudaLaunch"};

/// The first word that tells of device code or a launch; npos: there is none.
size_t firstDeviceWord(std::string_view text) {
  size_t first = std::string_view::npos;
  for (const std::string_view word : deviceWords) first = std::min(first, text.find(word));
  return first;
}

/// Where the declaration that holds the first such word may begin: behind the last line before it that ends one.
size_t firstDeviceText(std::string_view text) {
  size_t begin = firstDeviceWord(text);
  if (begin == std::string_view::npos) return begin;
  while (begin > 0 && text[begin - 1] != '\n') --begin;
  while (begin > 0) {
    const size_t line =
        text.rfind('\n', begin - 2) == std::string_view::npos || begin < 2 ? 0 : text.rfind('\n', begin - 2) + 1;
    std::string_view before = text.substr(line, begin - line);
    while (!before.empty() && std::string_view(" \t\r\n").find(before.back()) != std::string_view::npos)
      before.remove_suffix(1);
    if (before.empty() || before.ends_with(";") || before.ends_with("}") || before.ends_with("*/") ||
        before.starts_with("#"))
      break;
    begin = line;
  }
  return begin;
}

/// Ends with whoever started it, leaves no core and takes signals as they come.
void becomeCopy(pid_t owner) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != owner) ::_exit(0);
  const rlimit noCore{0, 0};
  ::setrlimit(RLIMIT_CORE, &noCore);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    ::signal(signal, SIG_DFL);
}

}  // namespace

/// Sees where the compiler is.
class ParkedParse::Watcher : public clang::PPCallbacks {
 public:
  Watcher(ParkedParse& parse, clang::CompilerInstance& compiler)
      : parse_(parse),
        sources_(compiler.getSourceManager()),
        files_(compiler.getFileManager()),
        main_(sources_.getMainFileID()) {
    const llvm::StringRef text = sources_.getBufferData(main_);
    first_ = firstDeviceText({text.data(), text.size()});
    compiler.getPreprocessor().setTokenWatcher([this](const clang::Token& token) { see(token); });
  }

  void FileChanged(clang::SourceLocation at, FileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                   clang::FileID) override {
    if (parse_.isTrial_ || reason != EnterFile || sources_.getFileID(at) == main_) return;
    const auto entry = sources_.getFileEntryRefForID(sources_.getFileID(at));
    if (entry && parse_.files_->isProject(entry->getName().str()))
      parse_.begun_.insert(normalPath(entry->getName().str()));
  }

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef file, llvm::StringRef, llvm::StringRef,
                          const clang::Module*, bool, clang::SrcMgr::CharacteristicKind) override {
    if (parse_.isParked_ || !file || !parse_.files_->isProject(file->getName().str())) return;
    const auto text = files_.getBufferForFile(*file);
    if (!text || firstDeviceWord({(*text)->getBufferStart(), (*text)->getBufferSize()}) == std::string_view::npos)
      return;
    // The line in the main file that leads here.
    while (hash.isValid() && sources_.getFileID(hash) != main_) hash = sources_.getIncludeLoc(sources_.getFileID(hash));
    const llvm::StringRef all = sources_.getBufferData(main_);
    const size_t begin = hash.isValid() ? sources_.getFileOffset(hash) : 0;
    parse_.park(static_cast<uint32_t>(hash.isValid() ? std::min(all.find('\n', begin), all.size()) : 0), file);
  }

 private:
  void see(const clang::Token& token) {
    if (parse_.isTrial_ || parse_.isBehindHeaders_ || first_ == std::string_view::npos ||
        token.getLocation().isMacroID())
      return;
    unsigned offset = 0;
    if (!sources_.isInFileID(token.getLocation(), main_, &offset) || offset < first_) return;
    parse_.isBehindHeaders_ = true;
    // To know where it ends, one byte behind it was looked at.
    parse_.park(offset + token.getLength() + 1, {});
  }

  ParkedParse& parse_;
  clang::SourceManager& sources_;
  clang::FileManager& files_;
  clang::FileID main_;
  size_t first_ = 0;
};

ParkedParse::ParkedParse(std::shared_ptr<SourceFiles> files, std::string main)
    : files_(std::move(files)), main_(std::move(main)) {}

ParkedParse::~ParkedParse() {
  for (const Stand& stand : stands_) {
    if (stand.socket >= 0) ::close(stand.socket);
    ::kill(stand.copy, SIGKILL);
    while (::waitpid(stand.copy, nullptr, 0) < 0 && errno == EINTR) continue;
  }
}

void ParkedParse::watch(clang::CompilerInstance& compiler) {
  compiler_ = &compiler;
  compiler.getPreprocessor().addPPCallbacks(std::make_unique<Watcher>(*this, compiler));
}

void ParkedParse::park(uint32_t readTo, clang::OptionalFileEntryRef next) {
  isParked_ = true;
  readTo_ = readTo;
  next_ = next;
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  // What is free here would be shared with the copy, and each page of it copied once this process uses it again.
  ::malloc_trim(0);
  const pid_t owner = ::getpid();
  const pid_t copy = ::fork();
  if (copy == 0) {
    becomeCopy(owner);
    ::close(ends[0]);
    for (const Stand& other : stands_) ::close(other.socket);  // while a parse goes on none is closed
    stands_.clear();                                           // the owner's
    serve(ends[1]);
    return;
  }
  ::close(ends[1]);
  if (copy < 0)
    ::close(ends[0]);
  else
    stands_.push_back({copy, ends[0]});
}

/// In the copy: waits for texts, and reads them in a copy of its own, in which this returns.
void ParkedParse::serve(int socket) {
  while (std::optional<Message> wanted = Message::receive(socket, {}, /*waitsForever=*/true)) {
    const pid_t owner = ::getpid();
    const pid_t reader = ::fork();
    if (reader == 0) {
      becomeCopy(owner);
      std::map<std::string, std::string> texts;
      for (uint64_t left = wanted->number(); left > 0; --left) {
        const std::string name = wanted->text();
        texts[name] = wanted->text();
      }
      asked_ = socket;
      isTrial_ = true;
      if (takeTexts(texts)) return;
      Message reply;
      reply.add(static_cast<uint64_t>(Reply::mustParse));
      ::_exit(reply.send(socket) ? 0 : 1);
    }
    int status = 0;
    while (reader > 0 && ::waitpid(reader, &status, 0) < 0 && errno == EINTR) continue;
    if (reader > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) continue;
    // What somebody else kills says nothing of the texts.
    const bool isKilled = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    Message reply;
    reply.add(static_cast<uint64_t>(reader > 0 && !isKilled ? Reply::crashed : Reply::mustParse));
    if (!reply.send(socket)) break;
  }
  ::_exit(0);
}

/// Puts the texts where the compiler will read them. False where it has read some of what they change.
bool ParkedParse::takeTexts(const std::map<std::string, std::string>& texts) {
  clang::SourceManager& sources = compiler_->getSourceManager();
  llvm::vfs::FileSystem& fileSystem = compiler_->getFileManager().getVirtualFileSystem();
  files_->roomy.clear();
  for (const auto& [name, text] : texts) {
    if (begun_.contains(name)) return false;
    files_->openTexts[name] = text;
  }
  if (next_ && texts.contains(normalPath(next_->getName().str()))) {
    auto text = fileSystem.getBufferForFile(next_->getName());
    if (!text) return false;
    sources.overrideFileContents(*next_, std::move(*text));
  }
  if (!texts.contains(main_)) return true;
  const auto text = fileSystem.getBufferForFile(main_);
  const llvm::MemoryBufferRef shown = sources.getBufferOrFake(sources.getMainFileID());
  if (!text || (*text)->getBufferSize() > shown.getBufferSize() || readTo_ > (*text)->getBufferSize()) return false;
  if (std::memcmp((*text)->getBufferStart(), shown.getBufferStart(), readTo_) != 0) return false;
  // The compiler goes on in the buffer that it has begun: it is this process's own, and as long as text and room.
  char* rest = const_cast<char*>(shown.getBufferStart()) + readTo_;
  const size_t changed = (*text)->getBufferSize() - readTo_;
  std::memcpy(rest, (*text)->getBufferStart() + readTo_, changed);
  std::memset(rest + changed, ' ', shown.getBufferSize() - readTo_ - changed);
  sources.getSLocEntry(sources.getMainFileID()).getFile().getContentCache().SourceLineCache = {};
  return true;
}

void ParkedParse::isThrough(const std::vector<Diagnostic>& messages) const {
  if (!isTrial_) return;
  Message reply;
  reply.add(static_cast<uint64_t>(Reply::messages));
  reply.add(messages.size());
  for (const Diagnostic& one : messages) {
    reply.add(one.message);
    reply.add(one.range.begin.file);
    for (const uint32_t number :
         {one.range.begin.line, one.range.begin.column, one.range.endLine, one.range.endColumn}) {
      reply.add(uint64_t{number});
    }
  }
  ::_exit(reply.send(asked_) ? 0 : 1);
}

/// The one that has read most is asked first: where it has read of what changes, the one before it.
std::optional<std::vector<Diagnostic>> ParkedParse::read(const std::map<std::string, std::string>& texts,
                                                         std::stop_token stop) {
  for (auto stand = stands_.rbegin(); stand != stands_.rend() && !stop.stop_requested(); ++stand) {
    if (auto messages = ask(*stand, texts, stop)) return messages;
  }
  return std::nullopt;
}

std::optional<std::vector<Diagnostic>> ParkedParse::ask(Stand& stand, const std::map<std::string, std::string>& texts,
                                                        const std::stop_token& stop) {
  if (stand.socket < 0) return std::nullopt;
  Message wanted;
  wanted.add(texts.size());
  for (const auto& [name, text] : texts) {
    wanted.add(name);
    wanted.add(text);
  }
  std::optional<Message> reply;
  if (wanted.send(stand.socket)) reply = Message::receive(stand.socket, stop, /*waitsForever=*/false);
  if (!reply) {
    ::close(stand.socket);  // it may be in the middle of something: no more of it
    stand.socket = -1;
    ::kill(stand.copy, SIGKILL);
    return std::nullopt;
  }
  std::vector<Diagnostic> messages;
  const auto kind = static_cast<Reply>(reply->number());
  if (kind == Reply::mustParse) return std::nullopt;
  if (kind == Reply::crashed) return {{{Diagnostic::Severity::error, {}, "Clang crashes over it"}}};
  for (uint64_t left = reply->number(); left > 0; --left) {
    Diagnostic one;
    one.message = reply->text();
    one.range.begin.file = reply->text();
    one.range.begin.line = static_cast<uint32_t>(reply->number());
    one.range.begin.column = static_cast<uint32_t>(reply->number());
    one.range.endLine = static_cast<uint32_t>(reply->number());
    one.range.endColumn = static_cast<uint32_t>(reply->number());
    messages.push_back(std::move(one));
  }
  return messages;
}

}  // namespace warpwright::frontend
