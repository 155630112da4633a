#include "analysis/frontend/clang_invocation.h"

#include <algorithm>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/TargetOptions.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/VirtualFileSystem.h>

#include "core/base/file.h"

namespace warpwright::frontend {
namespace {

namespace fs = std::filesystem;

std::string withSlash(const fs::path& folder) {
  std::string text = folder.lexically_normal().string();
  if (!text.ends_with('/')) text += '/';
  return text;
}

void addCudaFlags(std::vector<std::string>& out, const CompileCommand& command, const InvocationRequest& request) {
  const fs::path ours = resourceFolder() / "cuda";
  const auto add = [&](std::initializer_list<std::string> words) { out.insert(out.end(), words); };
  // The driver's own search for a toolkit insists on libdevice and on versions it knows: keep it from searching.
  add({"-x", "cuda", request.side == Side::device ? "--cuda-device-only" : "--cuda-host-only",
       "--cuda-gpu-arch=" + command.arch, "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-Xclang",
       "-target-sdk-version=12.5", "-Xclang", "-fcuda-allow-variadic-functions",
       // Fused within one expression, as written: what a rewrite keeps in a register rounds as it did in memory.
       "-ffp-contract=on", "-Wno-unknown-cuda-version"});
  if (request.ownHeaders) {
    add({"-isystem", (ours / "include").string(), "-include", (ours / "include/warpwright/prelude.h").string()});
  } else {
    const fs::path headers = request.toolkit / "include";
    add({"-isystem", headers.string(), "-isystem", (headers / "cccl").string(), "-include",
         "__clang_cuda_runtime_wrapper.h"});
  }
  add({"-include", (ours / "include/warpwright/legacy.h").string()});
}

/// PTX features Clang picks from the toolkit's version, which it was kept from seeing.
void raisePtxVersion(clang::CompilerInvocation& invocation) {
  auto& features = invocation.getTargetOpts().FeaturesAsWritten;
  std::erase_if(features, [](const std::string& feature) { return feature.starts_with("+ptx"); });
  features.push_back("+ptx83");
}

/// Does a flag name a folder by where the compiler runs?
bool leadsFromFolder(const std::vector<std::string>& flags) {
  static const std::set<std::string> named = {"-isystem", "-iquote", "-idirafter"};
  for (size_t i = 0; i < flags.size(); ++i) {
    const bool isNamed = named.contains(flags[i]) && i + 1 < flags.size();
    const std::string folder = isNamed ? flags[i + 1] : flags[i].starts_with("-I") ? flags[i].substr(2) : "/";
    if (!folder.starts_with('/')) return true;
  }
  return false;
}

}  // namespace

std::string invocationKey(const CompileCommand& command, const InvocationRequest& request) {
  std::string key = (request.ownHeaders ? "own" : "toolkit") + request.toolkit.string() + "\n" + command.arch;
  if (leadsFromFolder(command.flags)) key += "\n" + command.folder.string();
  for (const std::string& flag : command.flags) key += "\n" + flag;
  for (const std::string& folder : request.guessedFolders) key += "\n?" + folder;
  for (const std::string& file : request.hiddenFiles) key += "\n!" + file;
  return key;
}

std::vector<std::string> clangArguments(const CompileCommand& command, const InvocationRequest& request) {
  // Where it says it stands is where the driver starts looking for the host's C++ headers.
  std::vector<std::string> out{"/usr/bin/clang++"};
  const bool plainC = !command.cuda && command.file.extension() == ".c";
  if (!plainC) out.push_back("--driver-mode=g++");
  out.insert(out.end(),
             {"-fsyntax-only", "-O1", "-resource-dir", request.clangResources.string(), "-w", "-ferror-limit=0",
              "-Wno-register", "-Wno-c++11-narrowing", "-Wno-reserved-user-defined-literal", "-Wno-error"});
  // Programs compare with what overflowed on the device; compilers that nvcc uses seldom make use of its being
  // undefined.
  if (request.side == Side::host) out.push_back("-fwrapv");
  if (command.cuda) {
    addCudaFlags(out, command, request);
  } else {
    out.insert(out.end(), {"-x", plainC ? "c" : "c++"});
    // A C++ file may call the CUDA runtime too; our headers serve it whatever its compiler was.
    const fs::path runtime = request.ownHeaders ? resourceFolder() / "cuda/include" : request.toolkit / "include";
    out.insert(out.end(), {"-idirafter", runtime.string()});
  }
  out.insert(out.end(), command.flags.begin(), command.flags.end());
  for (const std::string& folder : request.guessedFolders) out.insert(out.end(), {"-idirafter", folder});
  // Headers that Clang 19 still includes and newer toolkits no longer have, and those of old samples; others win.
  out.insert(out.end(), {"-idirafter", (resourceFolder() / "cuda/toolkit").string()});
  // The header of the runtime library that rewritten programs include.
  out.insert(out.end(), {"-idirafter", (resourceFolder() / "runtime").string()});
  out.push_back(command.file.string());
  return out;
}

Result<std::shared_ptr<clang::CompilerInvocation>> makeInvocation(const CompileCommand& command,
                                                                  const InvocationRequest& request,
                                                                  SourceFiles& files) {
  const std::vector<std::string> words = clangArguments(command, request);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());

  clang::TextDiagnosticBuffer messages;
  clang::CreateInvocationOptions options;
  options.Diags = llvm::makeIntrusiveRefCnt<clang::DiagnosticsEngine>(
      llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>(),
      &messages, /*ShouldOwnClient=*/false);
  options.RecoverOnError = true;
  // The driver looks for the host's headers.
  if (files.reads) options.VFS = overlay(std::shared_ptr<SourceFiles>(std::shared_ptr<void>(), &files));
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, options);
  if (!invocation) {
    const std::string why =
        messages.err_begin() == messages.err_end() ? "no reason given" : messages.err_begin()->second;
    return inputError("Clang does not understand the flags of " + command.file.string() + ": " + why + ".");
  }
  // A compiler's own process ends after one unit and frees nothing; this one goes on.
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getCodeGenOpts().DisableFree = false;
  invocation->getFileSystemOpts().WorkingDir = command.folder.string();
  if (request.isTimeless) invocation->getPreprocessorOpts().SourceDateEpoch = 0;
  // What is precompiled stands for its text. As with modules, which C++20 turns on, declarations in it would be hidden
  // until they are imported, and definitions held against those of the text.
  clang::LangOptions& language = invocation->getLangOpts();
  language.CPlusPlusModules = language.Modules = language.ModulesLocalVisibility = false;
  if (command.cuda && request.side == Side::device) raisePtxVersion(*invocation);

  files.hidden = request.hiddenFiles;
  files.systemFolders = {withSlash(request.clangResources), withSlash(resourceFolder() / "cuda"),
                         withSlash(resourceFolder() / "runtime")};
  if (!request.toolkit.empty()) {
    files.systemFolders.push_back(withSlash(request.toolkit / "include"));
    std::error_code ignored;
    const fs::path real = fs::canonical(request.toolkit / "include", ignored);
    if (!ignored) files.systemFolders.push_back(withSlash(real));
  }
  for (const auto& entry : invocation->getHeaderSearchOpts().UserEntries) {
    const bool system = entry.Group == clang::frontend::System || entry.Group == clang::frontend::ExternCSystem ||
                        entry.Group == clang::frontend::CXXSystem;
    if (system) files.systemFolders.push_back(withSlash(entry.Path));
  }
  return invocation;
}

}  // namespace warpwright::frontend
