#include "analysis/frontend/prelude_cache.h"

#include <algorithm>
#include <filesystem>

#include <clang/AST/ASTContext.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Serialization/ASTWriter.h>
#include <clang/Serialization/InMemoryModuleCache.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <sys/stat.h>

#include "analysis/frontend/host_instantiations.h"

namespace warpwright::frontend {
namespace {

constexpr size_t mostEntries = 8;  // about 10 MB each

class PreludeGenerator : public clang::PCHGenerator {
 public:
  PreludeGenerator(clang::CompilerInstance& compiler, std::shared_ptr<clang::PCHBuffer> buffer,
                   const SourceFiles& files)
      : PCHGenerator(compiler.getPreprocessor(), compiler.getModuleCache(), compiler.getFrontendOpts().OutputFile, "",
                     std::move(buffer), compiler.getFrontendOpts().ModuleFileExtensions,
                     /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false),
        instantiations_(files) {}

  void InitializeSema(clang::Sema& sema) override {
    sema_ = &sema;
    PCHGenerator::InitializeSema(sema);
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    instantiations_.drop(*sema_);
    return PCHGenerator::HandleTopLevelDecl(group);
  }

 private:
  HostInstantiations instantiations_;
  clang::Sema* sema_ = nullptr;
};

/// Writes the AST of what it parses into a buffer.
class PrecompileAction : public clang::ASTFrontendAction {
 public:
  explicit PrecompileAction(const SourceFiles& files) : files_(files) {}

  std::shared_ptr<clang::PCHBuffer> buffer = std::make_shared<clang::PCHBuffer>();

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    return std::make_unique<PreludeGenerator>(compiler, buffer, files_);
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    compiler.getLangOpts().CompilingPCH = true;
    return true;
  }
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

 private:
  const SourceFiles& files_;
};

}  // namespace

bool PreludeCache::isCurrent(const Entry& entry) {
  return std::all_of(entry.inputs.begin(), entry.inputs.end(), [](const Input& input) {
    struct stat info{};
    return ::stat(input.file.c_str(), &info) == 0 && info.st_mtime == input.modified &&
           static_cast<uint64_t>(info.st_size) == input.size;
  });
}

PreludeCache::Entry PreludeCache::build(const std::vector<std::string>& includes,
                                        const clang::CompilerInvocation& invocation, const SourceFiles& files) {
  Entry entry;
  entry.name = "/.warpwright-prelude" + std::to_string(++serial_) + ".pch";
  const std::string source = entry.name + ".cu";
  auto shown = std::make_shared<SourceFiles>();
  shown->systemFolders = files.systemFolders;
  shown->openTexts = files.openTexts;
  shown->hidden = files.hidden;
  if (files.reads) shown->reads = files.reads->another();
  entry.reads = shown->reads;
  std::string lines;
  for (const std::string& include : includes) lines += "#include <" + include + ">\n";
  entry.source = std::make_shared<const std::string>(std::move(lines));
  shown->generated[source] = entry.source;

  auto own = std::make_shared<clang::CompilerInvocation>(invocation);
  own->getFrontendOpts().Inputs = {clang::FrontendInputFile(source, clang::InputKind(clang::Language::CUDA))};
  own->getFrontendOpts().OutputFile = entry.name;
  clang::CompilerInstance compiler(std::make_shared<clang::PCHContainerOperations>());
  compiler.setInvocation(own);
  compiler.createDiagnostics(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  compiler.createFileManager(overlay(shown));
  compiler.createSourceManager(compiler.getFileManager());
  PrecompileAction action(*shown);
  entry.failed = true;
  if (!compiler.createTarget() || !action.BeginSourceFile(compiler, own->getFrontendOpts().Inputs[0])) return entry;
  llvm::consumeError(action.Execute());
  bool project = false;
  const clang::SourceManager& sources = compiler.getSourceManager();
  for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
    const std::string name = normalPath(it->first.getName().str());
    if (shown->generated.contains(name)) continue;
    project |= files.isProject(name);
    // As Clang spells it: taking ".." out of a path that goes through a symbolic link would lead elsewhere.
    entry.inputs.push_back(
        {it->first.getName().str(), it->first.getModificationTime(), static_cast<uint64_t>(it->first.getSize())});
  }
  const bool errors = compiler.getDiagnostics().hasErrorOccurred();
  action.EndSourceFile();
  // A project's header must stay in the unit's own text: it may be edited, and its kernels are looked at.
  entry.failed = errors || project || !action.buffer->IsComplete;
  if (!entry.failed)
    entry.bytes = std::make_shared<const std::string>(action.buffer->Data.data(), action.buffer->Data.size());
  return entry;
}

const PreludeCache::Entry* PreludeCache::entryFor(const std::string& key, const std::vector<std::string>& includes,
                                                  const clang::CompilerInvocation& invocation, const SourceFiles& files,
                                                  bool atOnce) {
  auto it = std::find_if(entries_.begin(), entries_.end(), [&](const auto& item) { return item.first == key; });
  if (it != entries_.end() && isCurrent(it->second)) {
    entries_.splice(entries_.begin(), entries_, it);
  } else {
    if (it != entries_.end()) entries_.erase(it);
    if (++asked_[key] < 2 && !atOnce) return nullptr;
    entries_.emplace_front(key, build(includes, invocation, files));
    if (entries_.size() > mostEntries) entries_.pop_back();
  }
  return entries_.front().second.failed ? nullptr : &entries_.front().second;
}

std::string PreludeCache::find(const std::string& flagsKey, const std::vector<std::string>& includes,
                               const clang::CompilerInvocation& invocation, SourceFiles& files, bool atOnce) {
  const std::lock_guard lock(mutex_);
  std::string own = flagsKey;
  for (const std::string& include : includes) own += "\n" + include;
  const Entry* entry = includes.empty() ? nullptr : entryFor(own, includes, invocation, files, atOnce);
  if (!entry) entry = entryFor(flagsKey, {}, invocation, files, atOnce);
  if (!entry) return {};
  if (files.reads && entry->reads)
    files.reads->add(*entry->reads);
  else if (files.reads)
    files.reads->leaveOpen();
  files.generated[entry->name] = entry->bytes;
  // Clang wants to see it where it tells of something that stands in one of its headers, or includes one again.
  files.generated[entry->name + ".cu"] = entry->source;
  return entry->name;
}

void PreludeCache::record(std::shared_ptr<ReadRecord> reads) {
  const std::lock_guard lock(mutex_);
  reads_ = std::move(reads);
}

std::shared_ptr<ReadRecord> PreludeCache::reads() const {
  const std::lock_guard lock(mutex_);
  return reads_;
}

void PreludeCache::forget(const std::string& name) {
  const std::lock_guard lock(mutex_);
  entries_.remove_if([&](const auto& item) { return item.second.name == name; });
}

}  // namespace warpwright::frontend
