#include "analysis/engine/job/exception_text.h"

#include <cxxabi.h>

#include <cstdlib>
#include <exception>

namespace warpwright::engine {

std::string currentExceptionText() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  std::string name = "an exception";
  if (type) {
    int status = 0;
    char* text = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    name = text ? text : type->name();
    std::free(text);
  }
  try {
    throw;
  } catch (const std::exception& problem) {
    return name + " (" + problem.what() + ")";
  } catch (const std::string& text) {
    return name + " (" + text + ")";
  } catch (const char* text) {
    return name + " (" + text + ")";
  } catch (...) {
    return name;
  }
}

}  // namespace warpwright::engine
