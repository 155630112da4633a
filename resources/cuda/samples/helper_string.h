// What programs written beside CUDA's samples take from "helper_string.h": words of the command line such as -n=4, and
// files beside the program.
#ifndef COMMON_HELPER_STRING_H_
#define COMMON_HELPER_STRING_H_
#pragma GCC system_header
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, size, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(result) (result == NULL)
#define SSCANF sscanf
#define SPRINTF sprintf
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

// What stands after "-name" in a word; null where no word begins so.
inline const char* warpwrightOption(int argc, const char** argv, const char* name) {
  size_t length = strlen(name);
  if (length > 0 && name[length - 1] == '=') --length;
  for (int i = 1; i < argc; ++i) {
    const char* word = argv[i];
    while (*word == '-') ++word;
    if (word == argv[i] || STRNCASECMP(word, name, length) != 0) continue;
    if (word[length] == '\0' || word[length] == '=') return word + length + (word[length] == '=');
  }
  return nullptr;
}
inline bool checkCmdLineFlag(const int argc, const char** argv, const char* name) {
  return warpwrightOption(argc, argv, name) != nullptr;
}
inline int getCmdLineArgumentInt(const int argc, const char** argv, const char* name) {
  const char* value = warpwrightOption(argc, argv, name);
  return value ? atoi(value) : 0;
}
inline float getCmdLineArgumentFloat(const int argc, const char** argv, const char* name) {
  const char* value = warpwrightOption(argc, argv, name);
  return value ? (float)atof(value) : 0.0f;
}
template <class T>
inline bool getCmdLineArgumentValue(const int argc, const char** argv, const char* name, T* value) {
  const char* text = warpwrightOption(argc, argv, name);
  if (text) *value = (T)atoi(text);
  return text != nullptr;
}
inline bool getCmdLineArgumentString(const int argc, const char** argv, const char* name, char** value) {
  const char* text = warpwrightOption(argc, argv, name);
  *value = text ? const_cast<char*>(text) : nullptr;
  return text != nullptr;
}

// The path of a file that lies here, in ./data or one folder up; null where it does not.
inline char* sdkFindFilePath(const char* name, const char*) {
  const char* folders[] = {"./", "./data/", "../data/", "../"};
  for (const char* folder : folders) {
    char* path = (char*)malloc(strlen(folder) + strlen(name) + 1);
    strcpy(path, folder);
    strcat(path, name);
    if (FILE* file = fopen(path, "rb")) {
      fclose(file);
      return path;
    }
    free(path);
  }
  return nullptr;
}
#endif
