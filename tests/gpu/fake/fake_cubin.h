#pragma once

#include <elf.h>

#include <cstring>
#include <string>
#include <vector>

/// The smallest ELF file that looks like a cubin: `variables` in .nv.global, `constants` in .nv.constant3, `calls`
/// undefined.
struct FakeSymbol {
  std::string name;
  uint64_t size = 0;
};

inline std::string fakeCubin(const std::vector<FakeSymbol>& variables, const std::vector<FakeSymbol>& constants,
                             const std::vector<std::string>& calls = {}) {
  std::string names(1, '\0'), symbols(sizeof(Elf64_Sym), '\0');
  const auto named = [&](const std::string& name) {
    const auto at = static_cast<uint32_t>(names.size());
    names += name + '\0';
    return at;
  };
  const auto symbol = [&](const std::string& name, uint64_t size, unsigned type, uint16_t section) {
    Elf64_Sym entry{};
    entry.st_name = named(name);
    entry.st_info = static_cast<unsigned char>(ELF64_ST_INFO(STB_LOCAL, type));
    entry.st_shndx = section;
    entry.st_size = size;
    symbols.append(reinterpret_cast<const char*>(&entry), sizeof entry);
  };
  for (const FakeSymbol& variable : variables) symbol(variable.name, variable.size, STT_OBJECT, 3);
  for (const FakeSymbol& constant : constants) symbol(constant.name, constant.size, STT_OBJECT, 4);
  for (const std::string& call : calls) symbol(call, 0, STT_FUNC, SHN_UNDEF);
  Elf64_Shdr sections[5]{};
  const char* sectionNames[] = {"", ".strtab", ".symtab", ".nv.global", ".nv.constant3"};
  for (int i = 1; i < 5; ++i) sections[i].sh_name = named(sectionNames[i]);
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_shnum = 5;
  header.e_shstrndx = 1;
  sections[1].sh_type = SHT_STRTAB;
  sections[1].sh_offset = sizeof header;
  sections[1].sh_size = names.size();
  sections[2].sh_type = SHT_SYMTAB;
  sections[2].sh_link = 1;
  sections[2].sh_offset = sizeof header + names.size();
  sections[2].sh_size = symbols.size();
  header.e_shoff = sizeof header + names.size() + symbols.size();
  std::string file(reinterpret_cast<const char*>(&header), sizeof header);
  file += names + symbols;
  file.append(reinterpret_cast<const char*>(sections), sizeof sections);
  return file;
}
