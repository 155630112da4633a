#include "analysis/frontend/source_files.h"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "analysis/frontend/launch_chevrons.h"
#include "analysis/frontend/read_record.h"
#include "analysis/frontend/shared_alignment.h"
#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/base/regular_file.h"

namespace warpwright::frontend {
namespace {

using llvm::vfs::File;
using llvm::vfs::Status;

/// Why a path is not opened; the compiler says it where the path is included.
class NoSourceCategory : public std::error_category {
 public:
  const char* name() const noexcept override { return "source file"; }
  std::string message(int reason) const override {
    return reason == tooLarge ? "it is larger than " + std::to_string(largestSource >> 20) + " MiB"
                              : "it is not a file (a pipe, a socket or a device)";
  }
  static constexpr int notRegular = 1, tooLarge = 2;
};

std::error_code noSource(int reason) {
  static const NoSourceCategory category;
  return {reason, category};
}

/// A text that others keep, too: a precompiled prelude has ten megabytes, and every parse reads it.
class SharedBuffer : public llvm::MemoryBuffer {
 public:
  SharedBuffer(std::string name, std::shared_ptr<const std::string> text)
      : name_(std::move(name)), text_(std::move(text)) {
    init(text_->data(), text_->data() + text_->size(), /*RequiresNullTerminator=*/true);
  }
  llvm::StringRef getBufferIdentifier() const override { return name_; }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }

 private:
  std::string name_;
  std::shared_ptr<const std::string> text_;
};

/// A file whose text is here already.
class TextFile : public File {
 public:
  TextFile(Status status, std::shared_ptr<const std::string> text)
      : status_(std::move(status)), text_(std::move(text)) {}
  llvm::ErrorOr<Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t, bool, bool) override {
    return std::make_unique<SharedBuffer>(name.str(), text_);
  }
  std::error_code close() override { return {}; }

 private:
  Status status_;
  std::shared_ptr<const std::string> text_;
};

class ProjectFileSystem : public llvm::vfs::ProxyFileSystem {
 public:
  explicit ProjectFileSystem(std::shared_ptr<SourceFiles> files)
      : ProxyFileSystem(llvm::vfs::createPhysicalFileSystem()), files_(std::move(files)) {}

  llvm::ErrorOr<Status> status(const llvm::Twine& path) override {
    const std::string name = normalPath(path.str());
    if (const auto it = files_->generated.find(name); it != files_->generated.end())
      return generatedStatus(path, name, *it->second);
    if (const auto it = files_->openTexts.find(name); it != files_->openTexts.end())
      return openStatus(path, name, it->second);
    saw(path, name);
    auto status = statusOnDisk(path);
    if (!status || !isRoomy(name)) return status;
    return Status::copyWithNewSize(*status, status->getSize() + SourceFiles::room);
  }

  bool exists(const llvm::Twine& path) override {
    const std::string name = normalPath(path.str());
    saw(path, name);
    return files_->generated.contains(name) || files_->openTexts.contains(name) ||
           (!isHidden(path) && ProxyFileSystem::exists(path));
  }

  llvm::ErrorOr<std::unique_ptr<File>> openFileForRead(const llvm::Twine& path) override {
    const std::string name = normalPath(path.str());
    if (const auto it = files_->generated.find(name); it != files_->generated.end()) {
      return std::make_unique<TextFile>(generatedStatus(path, name, *it->second), it->second);
    }
    const bool project = files_->isProject(name);
    if (const auto it = files_->openTexts.find(name); it != files_->openTexts.end()) {
      // A change that is tried stands there, too: it follows from the text that it changes, which is what counts.
      if (files_->reads) files_->reads->saw(spelled(path));
      return patched(path, name, it->second, openStatus(path, name, it->second));
    }
    saw(path, name);
    // Looked at before it is opened: whoever opens a pipe waits for its other end.
    auto status = statusOnDisk(path);
    if (!status) return status.getError();
    if (!project || status->isDirectory()) return ProxyFileSystem::openFileForRead(path);
    llvm::SmallString<256> absolute;
    path.toVector(absolute);
    if (const std::error_code failed = makeAbsolute(absolute)) return failed;
    Result<std::string> text = readFile(absolute.str().str(), largestSource);
    if (!text.ok()) return ProxyFileSystem::openFileForRead(path);
    if (files_->reads) files_->reads->sawText(spelled(path), *text);
    return patched(path, name, *std::move(text), *status);
  }

  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& folder, std::error_code& failed) override {
    if (files_->reads) files_->reads->sawListing(spelled(folder));
    return ProxyFileSystem::dir_begin(folder, failed);
  }

 private:
  /// As it is written: what ".." leads to depends on links.
  std::string spelled(const llvm::Twine& path) const {
    llvm::SmallString<256> absolute;
    path.toVector(absolute);
    return makeAbsolute(absolute) ? path.str() : absolute.str().str();
  }
  void saw(const llvm::Twine& path, const std::string& name) const {
    const bool isOnDisk = !files_->generated.contains(name) && !files_->openTexts.contains(name);
    if (files_->reads && isOnDisk && !isHidden(path)) files_->reads->saw(spelled(path));
  }
  bool isHidden(const llvm::Twine& path) const {
    return !files_->hidden.empty() && files_->hidden.contains(normalPath(path.str()));
  }
  /// Of folders, and of files that can be read to their end.
  llvm::ErrorOr<Status> statusOnDisk(const llvm::Twine& path) {
    if (isHidden(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    auto status = ProxyFileSystem::status(path);
    if (!status || status->isDirectory()) return status;
    if (!status->isRegularFile()) return noSource(NoSourceCategory::notRegular);
    if (status->getSize() > largestSource) return noSource(NoSourceCategory::tooLarge);
    return status;
  }

  bool isRoomy(const std::string& name) const { return !files_->roomy.empty() && name == files_->roomy; }

  /// The id must differ between files and stay the same for one: hash of the name.
  static Status memoryStatus(const llvm::Twine& path, const std::string& name, time_t time, size_t size) {
    return Status(path, llvm::sys::fs::UniqueID(0x7777, std::hash<std::string>{}(name)), llvm::sys::toTimePoint(time),
                  0, 0, size, llvm::sys::fs::file_type::regular_file, llvm::sys::fs::all_read);
  }
  static Status generatedStatus(const llvm::Twine& path, const std::string& name, const std::string& text) {
    return memoryStatus(path, name, 1, text.size());
  }
  Status openStatus(const llvm::Twine& path, const std::string& name, const std::string& text) const {
    // Its time must differ between texts: a precompiled preamble asks for nothing but time and size.
    return memoryStatus(path, name, static_cast<time_t>(1 + (hashText(text) & 0x3fffffff)),
                        text.size() + (isRoomy(name) ? SourceFiles::room : 0));
  }

  llvm::ErrorOr<std::unique_ptr<File>> patched(const llvm::Twine& path, const std::string& name, std::string text,
                                               Status status) {
    if (text.find("<<") != std::string::npos) {
      std::string joined = text;
      const std::vector<unsigned> lines = joinLaunchChevrons(joined);
      if (!lines.empty() && files_->unpatched.emplace(name, text).second) {
        std::string note = "Launch brackets written apart (<< <) were read as <<< in " + name + ", line";
        for (size_t i = 0; i < lines.size(); ++i)
          note += (i ? ", " : lines.size() > 1 ? "s " : " ") + std::to_string(lines[i]);
        files_->notes.push_back(note + ".");
      }
      text = std::move(joined);
    }
    if (text.find("alignas") != std::string::npos) {
      std::string ordered = text;
      if (putAlignmentFirst(ordered)) {
        files_->unpatched.emplace(name, text);
        text = std::move(ordered);
      }
    }
    if (isRoomy(name)) {
      files_->unpatched.emplace(name, text);
      text.append(SourceFiles::room, ' ');
    }
    const size_t size = text.size();
    return std::make_unique<TextFile>(Status::copyWithNewSize(Status::copyWithNewName(status, path), size),
                                      std::make_shared<const std::string>(std::move(text)));
  }

  std::shared_ptr<SourceFiles> files_;
};

}  // namespace

bool SourceFiles::isProject(const std::string& file) const {
  if (file.empty() || file[0] == '<') return false;
  const std::string name = normalPath(file);
  if (generated.contains(name)) return false;
  for (const std::string& folder : systemFolders) {
    if (name.starts_with(folder)) return false;
  }
  return true;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> overlay(std::shared_ptr<SourceFiles> files) {
  return llvm::makeIntrusiveRefCnt<ProjectFileSystem>(std::move(files));
}

std::string normalPath(const std::string& file) {
  // Asked for each place in a text that is told of; nearly all paths are normal, and need not be taken apart.
  const bool isNormal =
      file.starts_with('/') && file.find("/.") == std::string::npos && file.find("//") == std::string::npos;
  if (isNormal) return file;
  std::filesystem::path path(file);
  if (path.is_relative()) {
    std::error_code ignored;
    path = std::filesystem::current_path(ignored) / path;
  }
  return path.lexically_normal().string();
}

}  // namespace warpwright::frontend
