#include "analysis/frontend/preamble_cache.h"

#include <algorithm>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Serialization/ASTReader.h>
#include <clang/Serialization/ASTWriter.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "analysis/frontend/host_instantiations.h"
#include "analysis/frontend/include_scan.h"
#include "analysis/frontend/parse_action.h"
#include "core/base/file.h"
#include "core/base/hash.h"

namespace warpwright::frontend {
namespace {

constexpr size_t mostEntries = 4;  // 10 to 30 MB each

/// Notes what the project's headers declare and which they are.
class PreambleListener : public clang::PreambleCallbacks {
 public:
  PreambleListener(Preamble& preamble, const SourceFiles& files)
      : preamble_(preamble), files_(files), instantiations_(files) {}

  void BeforeExecute(clang::CompilerInstance& compiler) override {
    compiler_ = &compiler;
    sources_ = &compiler.getSourceManager();
  }
  void AfterExecute(clang::CompilerInstance& compiler) override {
    const clang::SourceManager& sources = compiler.getSourceManager();
    const auto main = sources.getFileEntryRefForID(sources.getMainFileID());
    for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
      const std::string name = normalPath(it->first.getName().str());
      if ((main && it->first == *main) || !files_.isProject(name)) continue;
      preamble_.headers.push_back({name, textHash(name, files_).value_or(0)});
    }
  }
  void HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (compiler_->hasSema()) instantiations_.drop(compiler_->getSema());
    for (clang::Decl* decl : group) {
      if (isProjectDecl(*decl, *sources_, files_) && !isInstantiation(decl)) decls_.push_back(decl);
    }
  }
  void AfterPCHEmitted(clang::ASTWriter& writer) override {
    for (const clang::Decl* decl : decls_) preamble_.projectDecls.push_back(writer.getDeclID(decl));
  }

  /// What a file holds: its unsaved text, or the disk.
  static std::optional<uint64_t> textHash(const std::string& file, const SourceFiles& files) {
    if (const auto open = files.openTexts.find(file); open != files.openTexts.end()) return hashText(open->second);
    const Result<std::string> text = readFile(file);
    return text.ok() ? std::optional(hashText(*text)) : std::nullopt;
  }

 private:
  Preamble& preamble_;
  const SourceFiles& files_;
  HostInstantiations instantiations_;
  clang::CompilerInstance* compiler_ = nullptr;
  const clang::SourceManager* sources_ = nullptr;
  std::vector<const clang::Decl*> decls_;
};

bool isCurrent(const Preamble& preamble, const clang::CompilerInvocation& invocation, const llvm::MemoryBuffer& text,
               clang::PreambleBounds bounds, const SourceFiles& files, llvm::vfs::FileSystem& fileSystem) {
  if (!preamble.compiled || !preamble.compiled->CanReuse(invocation, text.getMemBufferRef(), bounds, fileSystem)) {
    return false;
  }
  return std::all_of(preamble.headers.begin(), preamble.headers.end(), [&](const Preamble::Header& header) {
    return PreambleListener::textHash(header.file, files) == header.text;
  });
}

std::shared_ptr<const Preamble> build(const llvm::MemoryBuffer& text, clang::PreambleBounds bounds,
                                      const clang::CompilerInvocation& invocation, const SourceFiles& files) {
  auto preamble = std::make_shared<Preamble>();
  // Files of its own: what it reads is no news of the parse that asked.
  auto shown = std::make_shared<SourceFiles>();
  shown->systemFolders = files.systemFolders;
  shown->openTexts = files.openTexts;
  shown->hidden = files.hidden;
  if (files.reads) shown->reads = files.reads->another();
  preamble->reads = shown->reads;
  PreambleListener listener(*preamble, *shown);
  const auto diagnostics = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>(),
      new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  auto built = clang::PrecompiledPreamble::Build(invocation, &text, bounds, *diagnostics, overlay(shown),
                                                 std::make_shared<clang::PCHContainerOperations>(),
                                                 /*StoreInMemory=*/true, "", listener);
  if (built) preamble->compiled = std::move(*built);
  // Where headers are read otherwise than they are written, each parse has to say so.
  preamble->usable = preamble->compiled && !diagnostics->hasErrorOccurred() && shown->unpatched.empty();
  return preamble;
}

}  // namespace

std::vector<clang::Decl*> Preamble::declsOf(clang::ASTReader& reader) const {
  std::vector<clang::Decl*> decls;
  clang::serialization::ModuleFile& module = reader.getModuleManager().getPrimaryModule();
  for (const clang::LocalDeclID id : projectDecls) {
    if (clang::Decl* decl = reader.GetLocalDecl(module, id)) decls.push_back(decl);
  }
  return decls;
}

std::shared_ptr<const Preamble> PreambleCache::find(const std::string& flagsKey, bool hasFolders, bool makes,
                                                    const std::string& file, const llvm::MemoryBuffer& text,
                                                    const clang::CompilerInvocation& invocation,
                                                    const SourceFiles& files,
                                                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem) {
  const clang::PreambleBounds bounds =
      clang::ComputePreambleBounds(invocation.getLangOpts(), text.getMemBufferRef(), /*MaxLines=*/0);
  const std::string_view begin(text.getBufferStart(), bounds.Size);
  // A prelude does the same for leading headers of the system, and outlives edits of the comment above them.
  const size_t included = includedNames(begin).size();
  if (included == 0 || (!hasFolders && included == leadingSystemIncludes(begin).size())) return nullptr;

  const std::string key = flagsKey + "\n" + file;
  const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& one) { return one.key == key; });
  if (known != entries_.end() && isCurrent(*known->preamble, invocation, text, bounds, files, *fileSystem)) {
    entries_.splice(entries_.begin(), entries_, known);
    return known->preamble->usable ? known->preamble : nullptr;
  }
  if (!makes) return nullptr;
  const auto [asked, isNew] = asked_.emplace(key, 0);
  const uint64_t hash = hashText(std::string(begin));
  const bool again = asked->second == hash;
  asked->second = hash;
  if (!again && !isNew) return nullptr;  // its first lines are being edited
  if (known != entries_.end()) entries_.erase(known);
  entries_.push_front({key, build(text, bounds, invocation, files)});
  if (entries_.size() > mostEntries) entries_.pop_back();
  const std::shared_ptr<const Preamble>& made = entries_.front().preamble;
  return made->usable ? made : nullptr;
}

void PreambleCache::forget(const std::shared_ptr<const Preamble>& preamble) {
  entries_.remove_if([&](const Entry& one) { return one.preamble == preamble; });
}

}  // namespace warpwright::frontend
