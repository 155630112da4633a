#include "analysis/model/ir_location.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>

#include <filesystem>

#include "analysis/frontend/source_files.h"

namespace warpwright::model {

std::vector<SourcePosition> locationsOf(const llvm::Instruction& instruction) {
  std::vector<SourcePosition> places;
  for (const llvm::DILocation* at = instruction.getDebugLoc(); at; at = at->getInlinedAt()) {
    if (at->getLine() == 0) continue;
    std::string file = at->getFilename().str();
    if (!file.starts_with('/'))
      file = (std::filesystem::path(at->getDirectory().str()) / file).lexically_normal().string();
    places.push_back({frontend::normalPath(file), at->getLine(), at->getColumn()});
  }
  return places;
}

uint32_t kernelLineOf(const llvm::Instruction& instruction) {
  uint32_t line = 0;
  for (const llvm::DILocation* at = instruction.getDebugLoc(); at; at = at->getInlinedAt()) {
    if (at->getLine() != 0) line = at->getLine();
  }
  return line;
}

}  // namespace warpwright::model
