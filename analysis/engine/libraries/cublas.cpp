#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "analysis/engine/cuda/cuda_graphs.h"
#include "analysis/engine/cuda/cuda_runtime.h"

/// The part of cuBLAS that programs around kernels use most: vectors, and products of real matrices stored by columns.
/// Plain loops, so that a program's own kernels can be run and compared; not a fast library, and its sums are in the
/// order of the indices, not in a GPU's. What is not here stays undefined, and a program that calls it is told so by
/// name.
namespace warpwright::engine {
namespace {

enum Status : int { success = 0, notInitialised = 1, invalidValue = 7, notSupported = 15 };
enum Operation : int { plain = 0, transposed = 1, conjugate = 2 };  // of real matrices the last two are one
enum DataType : int { real32 = 0, real64 = 1, real16 = 2, bfloat16 = 14 };
enum Compute : int { computeHalf = 64, computeFloat = 68 };  // the next of each: pedantic

struct Handle {
  void* stream = nullptr;
  int pointerMode = 0, mathMode = 0, atomicsMode = 0;
};

/// A call on `handle`. Products are not recorded in graphs.
template <typename Call>
int with(Handle* handle, Call call) {
  if (!handle) return notInitialised;
  const CudaRuntime::LibraryCall inLibrary(*CudaRuntime::current());
  if (CudaRuntime::current()->graphs().capturing(handle->stream)) return notSupported;
  return call();
}

// ---- the context
// ------------------------------------------------------------------------------------------------------
int create(Handle** handle) {
  return handle ? (*handle = new Handle, success) : invalidValue;
}
int destroy(Handle* handle) {
  delete handle;
  return handle ? success : notInitialised;
}
int setStream(Handle* handle, void* stream) {
  if (!handle) return notInitialised;
  if (!CudaRuntime::current()->knowsStream(stream)) return invalidValue;
  handle->stream = stream;
  return success;
}
int getStream(Handle* handle, void** stream) {
  return handle && stream ? (*stream = handle->stream, success) : notInitialised;
}
template <int Handle::* field>
int setMode(Handle* handle, int mode) {
  return handle ? (handle->*field = mode, success) : notInitialised;
}
template <int Handle::* field>
int getMode(Handle* handle, int* mode) {
  return handle && mode ? (*mode = handle->*field, success) : notInitialised;
}
int setWorkspace(Handle* handle, void*, size_t) {
  return handle ? success : notInitialised;
}
int getVersion(Handle*, int* version) {
  return version ? (*version = 130000, success) : invalidValue;
}

const char* statusName(int status) {
  switch (status) {
    case success:
      return "CUBLAS_STATUS_SUCCESS";
    case notInitialised:
      return "CUBLAS_STATUS_NOT_INITIALIZED";
    case 3:
      return "CUBLAS_STATUS_ALLOC_FAILED";
    case invalidValue:
      return "CUBLAS_STATUS_INVALID_VALUE";
    case 8:
      return "CUBLAS_STATUS_ARCH_MISMATCH";
    case 11:
      return "CUBLAS_STATUS_MAPPING_ERROR";
    case 13:
      return "CUBLAS_STATUS_EXECUTION_FAILED";
    case 14:
      return "CUBLAS_STATUS_INTERNAL_ERROR";
    case notSupported:
      return "CUBLAS_STATUS_NOT_SUPPORTED";
    default:
      return "unknown cuBLAS status";
  }
}

// ---- copies
// ----------------------------------------------------------------------------------------------------------- Device
// memory is memory of this process: both directions are the same.
int copyVector(int n, int size, const void* from, int fromStep, void* to, int toStep) {
  if (n < 0 || size <= 0 || fromStep <= 0 || toStep <= 0) return invalidValue;
  const CudaRuntime::LibraryCall inLibrary(*CudaRuntime::current());
  for (int64_t i = 0; i < n; ++i) {
    std::memcpy(static_cast<char*>(to) + i * toStep * size, static_cast<const char*>(from) + i * fromStep * size,
                static_cast<size_t>(size));
  }
  return success;
}
int copyMatrix(int rows, int columns, int size, const void* from, int fromStep, void* to, int toStep) {
  if (rows < 0 || columns < 0 || size <= 0 || fromStep <= 0 || toStep <= 0) return invalidValue;
  const CudaRuntime::LibraryCall inLibrary(*CudaRuntime::current());
  for (int64_t j = 0; j < columns; ++j) {
    std::memcpy(static_cast<char*>(to) + j * toStep * size, static_cast<const char*>(from) + j * fromStep * size,
                static_cast<size_t>(rows) * static_cast<size_t>(size));
  }
  return success;
}
int copyVectorLater(int n, int size, const void* from, int fromStep, void* to, int toStep, void*) {
  return copyVector(n, size, from, fromStep, to, toStep);
}
int copyMatrixLater(int rows, int columns, int size, const void* from, int fromStep, void* to, int toStep, void*) {
  return copyMatrix(rows, columns, size, from, fromStep, to, toStep);
}

// ---- vectors
// ----------------------------------------------------------------------------------------------------------
/// A vector with a step; with a negative one it begins at its far end.
template <typename T>
struct Vector {
  T* data;
  int64_t step;
  Vector(T* first, int n, int increment)
      : data(increment < 0 ? first + int64_t{1 - n} * increment : first), step(increment) {}
  T& operator[](int64_t i) const { return data[i * step]; }
};

template <typename T>
int axpy(Handle* handle, int n, const T* alpha, const T* x, int xStep, T* y, int yStep) {
  return with(handle, [&] {
    const Vector<const T> from(x, n, xStep);
    const Vector<T> to(y, n, yStep);
    for (int64_t i = 0; i < n; ++i) to[i] += *alpha * from[i];
    return success;
  });
}
template <typename T>
int scal(Handle* handle, int n, const T* alpha, T* x, int step) {
  return with(handle, [&] {
    for (int64_t i = 0; i < n && step > 0; ++i) x[i * step] *= *alpha;
    return success;
  });
}
template <typename T>
int copy(Handle* handle, int n, const T* x, int xStep, T* y, int yStep) {
  return with(handle, [&] {
    const Vector<const T> from(x, n, xStep);
    const Vector<T> to(y, n, yStep);
    for (int64_t i = 0; i < n; ++i) to[i] = from[i];
    return success;
  });
}
template <typename T>
int swap(Handle* handle, int n, T* x, int xStep, T* y, int yStep) {
  return with(handle, [&] {
    const Vector<T> one(x, n, xStep), other(y, n, yStep);
    for (int64_t i = 0; i < n; ++i) std::swap(one[i], other[i]);
    return success;
  });
}
template <typename T>
int dot(Handle* handle, int n, const T* x, int xStep, const T* y, int yStep, T* result) {
  return with(handle, [&] {
    const Vector<const T> one(x, n, xStep), other(y, n, yStep);
    T sum = 0;
    for (int64_t i = 0; i < n; ++i) sum += one[i] * other[i];
    *result = sum;
    return success;
  });
}
template <typename T>
int nrm2(Handle* handle, int n, const T* x, int step, T* result) {
  return with(handle, [&] {
    double sum = 0;
    for (int64_t i = 0; i < n && step > 0; ++i)
      sum += static_cast<double>(x[i * step]) * static_cast<double>(x[i * step]);
    *result = static_cast<T>(std::sqrt(sum));
    return success;
  });
}
template <typename T>
int asum(Handle* handle, int n, const T* x, int step, T* result) {
  return with(handle, [&] {
    T sum = 0;
    for (int64_t i = 0; i < n && step > 0; ++i) sum += std::abs(x[i * step]);
    *result = sum;
    return success;
  });
}
/// The place, counted from 1, of the first number that is largest (or least) in magnitude; 0 for no numbers.
template <typename T, bool largest>
int extreme(Handle* handle, int n, const T* x, int step, int* result) {
  return with(handle, [&] {
    int64_t best = -1;
    for (int64_t i = 0; i < n && step > 0; ++i) {
      const T now = std::abs(x[i * step]), known = best < 0 ? T{} : std::abs(x[best * step]);
      if (best < 0 || (largest ? now > known : now < known)) best = i;
    }
    *result = static_cast<int>(best + 1);
    return success;
  });
}

// ---- matrices
// ---------------------------------------------------------------------------------------------------------
/// y = beta y, where 0 forgets what was there, also what is not a number.
template <typename T>
void scale(T& value, T beta) {
  value = beta == T{0} ? T{0} : value * beta;
}

template <typename T>
int gemv(Handle* handle, int operation, int rows, int columns, const T* alpha, const T* a, int lda, const T* x,
         int xStep, const T* beta, T* y, int yStep) {
  if (rows < 0 || columns < 0 || lda < std::max(1, rows) || xStep == 0 || yStep == 0) return invalidValue;
  return with(handle, [&] {
    const bool turned = operation != plain;
    const int length = turned ? columns : rows, inner = turned ? rows : columns;
    const Vector<const T> from(x, inner, xStep);
    const Vector<T> to(y, length, yStep);
    for (int64_t i = 0; i < length; ++i) {
      T sum = 0;
      for (int64_t k = 0; k < inner; ++k) sum += a[turned ? k + i * lda : i + k * lda] * from[k];
      scale(to[i], *beta);
      to[i] += *alpha * sum;
    }
    return success;
  });
}
template <typename T>
int ger(Handle* handle, int rows, int columns, const T* alpha, const T* x, int xStep, const T* y, int yStep, T* a,
        int lda) {
  if (rows < 0 || columns < 0 || lda < std::max(1, rows) || xStep == 0 || yStep == 0) return invalidValue;
  return with(handle, [&] {
    const Vector<const T> down(x, rows, xStep), along(y, columns, yStep);
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t i = 0; i < rows; ++i) a[i + j * lda] += *alpha * down[i] * along[j];
    }
    return success;
  });
}

/// C = alpha op(A) op(B) + beta C: m rows, n columns, k products each.
template <typename T>
int gemm(Handle* handle, int opA, int opB, int m, int n, int k, const T* alpha, const T* a, int lda, const T* b,
         int ldb, const T* beta, T* c, int ldc) {
  if (m < 0 || n < 0 || k < 0 || lda < std::max(1, opA == plain ? m : k) || ldb < std::max(1, opB == plain ? k : n) ||
      ldc < std::max(1, m)) {
    return invalidValue;
  }
  return with(handle, [&] {
    for (int64_t j = 0; j < n; ++j) {
      T* column = c + j * ldc;
      for (int64_t i = 0; i < m; ++i) scale(column[i], *beta);
      for (int64_t p = 0; p < k; ++p) {
        const T factor = *alpha * (opB == plain ? b[p + j * ldb] : b[j + p * ldb]);
        if (opA == plain) {
          for (int64_t i = 0; i < m; ++i) column[i] += a[i + p * lda] * factor;
        } else {
          for (int64_t i = 0; i < m; ++i) column[i] += a[p + i * lda] * factor;
        }
      }
    }
    return success;
  });
}
template <typename T>
int gemmStrided(Handle* handle, int opA, int opB, int m, int n, int k, const T* alpha, const T* a, int lda,
                long long aStep, const T* b, int ldb, long long bStep, const T* beta, T* c, int ldc, long long cStep,
                int count) {
  int status = success;
  for (int i = 0; i < count && status == success; ++i) {
    status = gemm(handle, opA, opB, m, n, k, alpha, a + i * aStep, lda, b + i * bStep, ldb, beta, c + i * cStep, ldc);
  }
  return status;
}
template <typename T>
int gemmBatched(Handle* handle, int opA, int opB, int m, int n, int k, const T* alpha, const T* const* a, int lda,
                const T* const* b, int ldb, const T* beta, T* const* c, int ldc, int count) {
  const CudaRuntime::LibraryCall inLibrary(*CudaRuntime::current());  // the pointers are on the device
  int status = success;
  for (int i = 0; i < count && status == success; ++i) {
    status = gemm(handle, opA, opB, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc);
  }
  return status;
}
/// A matrix of numbers of 16 bits, in columns, as floats and back.
float widened(uint16_t bits, bool isBfloat) {
  return isBfloat ? std::bit_cast<float>(uint32_t{bits} << 16) : static_cast<float>(std::bit_cast<_Float16>(bits));
}
uint16_t narrowed(float value, bool isBfloat) {
  if (!isBfloat) return std::bit_cast<uint16_t>(static_cast<_Float16>(value));
  const auto bits = std::bit_cast<uint32_t>(value);
  if (std::isnan(value)) return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}
std::vector<float> widened(const void* matrix, int rows, int columns, int ld, bool isBfloat) {
  std::vector<float> values(static_cast<size_t>(rows) * static_cast<size_t>(columns));
  const auto* from = static_cast<const uint16_t*>(matrix);
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t i = 0; i < rows; ++i) values[static_cast<size_t>(i + j * rows)] = widened(from[i + j * ld], isBfloat);
  }
  return values;
}

/// Products of half or bfloat matrices, summed in float; the result is of the same type or float.
int gemmOfHalves(Handle* handle, int opA, int opB, int m, int n, int k, const void* alpha, const void* a, bool isBfloat,
                 int lda, const void* b, int ldb, const void* beta, void* c, bool toFloat, int ldc, bool halfScalars) {
  const int aRows = opA == plain ? m : k, bRows = opB == plain ? k : n;
  if (m < 0 || n < 0 || k < 0 || lda < std::max(1, aRows) || ldb < std::max(1, bRows) || ldc < std::max(1, m)) {
    return invalidValue;
  }
  const CudaRuntime::LibraryCall inLibrary(*CudaRuntime::current());
  const auto scalar = [&](const void* at) {
    return halfScalars ? widened(*static_cast<const uint16_t*>(at), false) : *static_cast<const float*>(at);
  };
  const float by = scalar(alpha), old = scalar(beta);
  const std::vector<float> left = widened(a, aRows, opA == plain ? k : m, lda, isBfloat);
  const std::vector<float> right = widened(b, bRows, opB == plain ? n : k, ldb, isBfloat);
  if (toFloat) {
    return gemm(handle, opA, opB, m, n, k, &by, left.data(), std::max(1, aRows), right.data(), std::max(1, bRows), &old,
                static_cast<float*>(c), ldc);
  }
  std::vector<float> result = widened(c, m, n, ldc, isBfloat);
  const int status = gemm(handle, opA, opB, m, n, k, &by, left.data(), std::max(1, aRows), right.data(),
                          std::max(1, bRows), &old, result.data(), std::max(1, m));
  auto* to = static_cast<uint16_t*>(c);
  for (int64_t j = 0; status == success && j < n; ++j) {
    for (int64_t i = 0; i < m; ++i) to[i + j * ldc] = narrowed(result[static_cast<size_t>(i + j * m)], isBfloat);
  }
  return status;
}

int gemmEx(Handle* handle, int opA, int opB, int m, int n, int k, const void* alpha, const void* a, int aType, int lda,
           const void* b, int bType, int ldb, const void* beta, void* c, int cType, int ldc, int compute, int) {
  if (aType != bType) return notSupported;
  if (aType == real16 || aType == bfloat16) {
    const bool inHalf = compute == computeHalf || compute == computeHalf + 1;
    const bool known = inHalf ? aType == real16 && cType == real16 : cType == aType || cType == real32;
    const bool inFloat = compute == computeFloat || compute == computeFloat + 1 || (compute >= 74 && compute <= 77);
    if (!known || !(inHalf || inFloat)) return notSupported;
    return gemmOfHalves(handle, opA, opB, m, n, k, alpha, a, aType == bfloat16, lda, b, ldb, beta, c, cType == real32,
                        ldc, inHalf);
  }
  if (aType != cType || (aType != real32 && aType != real64)) return notSupported;
  const auto run = [&]<typename T>(T) {
    return gemm(handle, opA, opB, m, n, k, static_cast<const T*>(alpha), static_cast<const T*>(a), lda,
                static_cast<const T*>(b), ldb, static_cast<const T*>(beta), static_cast<T*>(c), ldc);
  };
  return aType == real32 ? run(float{}) : run(double{});
}
int hgemm(Handle* handle, int opA, int opB, int m, int n, int k, const void* alpha, const void* a, int lda,
          const void* b, int ldb, const void* beta, void* c, int ldc) {
  return gemmOfHalves(handle, opA, opB, m, n, k, alpha, a, false, lda, b, ldb, beta, c, false, ldc, true);
}

/// The functions of one type: `letter` is S or D.
template <typename T>
void addReal(HostProgram::Symbols& symbols, const std::string& letter) {
  const auto add = [&](const std::string& name, auto* function) {
    symbols["cublas" + name] = reinterpret_cast<void*>(function);
  };
  add(letter + "axpy_v2", &axpy<T>);
  add(letter + "scal_v2", &scal<T>);
  add(letter + "copy_v2", &copy<T>);
  add(letter + "swap_v2", &swap<T>);
  add(letter + "dot_v2", &dot<T>);
  add(letter + "nrm2_v2", &nrm2<T>);
  add(letter + "asum_v2", &asum<T>);
  const std::string lower = letter == "S" ? "s" : "d";
  add("I" + lower + "amax_v2", &extreme<T, true>);
  add("I" + lower + "amin_v2", &extreme<T, false>);
  add(letter + "gemv_v2", &gemv<T>);
  add(letter + "ger_v2", &ger<T>);
  add(letter + "gemm_v2", &gemm<T>);
  add(letter + "gemmStridedBatched", &gemmStrided<T>);
  add(letter + "gemmBatched", &gemmBatched<T>);
}

}  // namespace

void addCublasSymbols(HostProgram::Symbols& symbols) {
  const auto add = [&](const char* name, auto* function) { symbols[name] = reinterpret_cast<void*>(function); };
  add("cublasCreate_v2", &create);
  add("cublasDestroy_v2", &destroy);
  add("cublasLtCreate", &create);
  add("cublasLtDestroy", &destroy);
  add("cublasSetStream_v2", &setStream);
  add("cublasGetStream_v2", &getStream);
  add("cublasSetPointerMode_v2", &setMode<&Handle::pointerMode>);
  add("cublasGetPointerMode_v2", &getMode<&Handle::pointerMode>);
  add("cublasSetMathMode", &setMode<&Handle::mathMode>);
  add("cublasGetMathMode", &getMode<&Handle::mathMode>);
  add("cublasSetAtomicsMode", &setMode<&Handle::atomicsMode>);
  add("cublasGetAtomicsMode", &getMode<&Handle::atomicsMode>);
  add("cublasSetWorkspace_v2", &setWorkspace);
  add("cublasGetVersion_v2", &getVersion);
  add("cublasGetStatusName", &statusName);
  add("cublasGetStatusString", &statusName);
  for (const char* name : {"cublasSetVector", "cublasGetVector"}) add(name, &copyVector);
  for (const char* name : {"cublasSetMatrix", "cublasGetMatrix"}) add(name, &copyMatrix);
  for (const char* name : {"cublasSetVectorAsync", "cublasGetVectorAsync"}) add(name, &copyVectorLater);
  for (const char* name : {"cublasSetMatrixAsync", "cublasGetMatrixAsync"}) add(name, &copyMatrixLater);
  addReal<float>(symbols, "S");
  addReal<double>(symbols, "D");
  add("cublasGemmEx", &gemmEx);
  add("cublasHgemm", &hgemm);
}

}  // namespace warpwright::engine
