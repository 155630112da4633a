// The part of cuBLAS that the engine runs: vectors, and products of matrices stored by columns.
#include <cublas_v2.h>
#include <cublasLt.h>
#include <cstring>

#include "check.h"

#define BLAS(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)

__global__ void fill(float* data, int n, float step) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = 1 + step * (i % 7);
}

template <class T>
static T at(const std::vector<T>& matrix, cublasOperation_t operation, int row, int column, int ld) {
  return operation == CUBLAS_OP_N ? matrix[row + column * ld] : matrix[column + row * ld];
}

static void products(cublasHandle_t handle) {
  const int m = 5, n = 4, k = 3, lda = 7, ldb = 6, ldc = 8;
  const std::vector<cublasOperation_t> operations{CUBLAS_OP_N, CUBLAS_OP_T};
  std::vector<double> a(lda * 7), b(ldb * 7), c(ldc * 7, 2.0);
  for (size_t i = 0; i < a.size(); ++i) a[i] = 0.5 * (i % 11);
  for (size_t i = 0; i < b.size(); ++i) b[i] = 1.0 - 0.25 * (i % 5);
  double *x = onDevice(a), *y = onDevice(b);
  for (const cublasOperation_t opA : operations) {
    for (const cublasOperation_t opB : operations) {
      double* z = onDevice(c);
      const double alpha = 2, beta = 3;
      BLAS(cublasDgemm(handle, opA, opB, m, n, k, &alpha, x, lda, y, ldb, &beta, z, ldc));
      const std::vector<double> result = fromDevice(z, c.size());
      for (int row = 0; row < ldc; ++row) {
        for (int column = 0; column < 7; ++column) {
          double wanted = 2;
          if (row < m && column < n) {
            wanted = beta * 2;
            for (int p = 0; p < k; ++p) wanted += alpha * at(a, opA, row, p, lda) * at(b, opB, p, column, ldb);
          }
          CHECK(near(result[row + column * ldc], wanted));
        }
      }
      CUDA(cudaFree(z));
    }
  }
  // Nothing is kept of what was there where beta is 0, not even what is no number.
  std::vector<float> nothing(4, NAN), ones(4, 1.0f);
  float *result = onDevice(nothing), *one = onDevice(ones);
  const float alpha = 1, beta = 0;
  BLAS(cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &alpha, one, 1, 2, one, 2, 0, &beta, result, 1, 2, 2));
  const std::vector<float> sums = fromDevice(result, 4);
  CHECK(sums[0] == 2 && std::isnan(sums[1]) && sums[2] == 2);
  BLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 4, &alpha, one, CUDA_R_32F, 1, one, CUDA_R_32F, 4, &beta, result,
                    CUDA_R_32F, 1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  CHECK(fromDevice(result, 1)[0] == 4);
  CHECK(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha, one, CUDA_R_16F, 1, one, CUDA_R_8I, 1, &beta, result,
                     CUDA_R_16F, 1, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_NOT_SUPPORTED);
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 1, 1, &alpha, one, 3, one, 1, &beta, result, 4) ==
        CUBLAS_STATUS_INVALID_VALUE);
}

// Matrices of half and bfloat numbers: columns (1, 2), (3, 4) by (0.5, 1), (2, -1), with a row between columns.
template <class T, class Make>
static void smallProducts(cublasHandle_t handle, cudaDataType type, Make make) {
  T* left = onDevice(std::vector<T>{make(1), make(2), make(9), make(3), make(4), make(9)});
  T* right = onDevice(std::vector<T>{make(0.5f), make(1), make(2), make(-1)});
  T* result = onDevice(std::vector<T>(4, make(1)));
  float* wide = onDevice(std::vector<float>(4, NAN));
  const float alpha = 2, beta = 1, zero = 0;
  BLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, left, type, 3, right, type, 2, &beta, result, type, 2,
                    CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  const std::vector<T> got = fromDevice(result, 4);
  CHECK(float(got[0]) == 8 && float(got[1]) == 11 && float(got[2]) == -1 && float(got[3]) == 1);
  BLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, &alpha, left, type, 3, right, type, 2, &zero, wide, CUDA_R_32F,
                    2, CUDA_R_32F, CUBLAS_GEMM_DEFAULT));
  const std::vector<float> sums = fromDevice(wide, 4);
  CHECK(sums[0] == 5 && sums[1] == 11 && sums[2] == 0 && sums[3] == 4);
}
static void halves(cublasHandle_t handle) {
  smallProducts<__half>(handle, CUDA_R_16F, [](float value) { return __float2half(value); });
  smallProducts<__nv_bfloat16>(handle, CUDA_R_16BF, [](float value) { return __float2bfloat16(value); });
  __half* values = onDevice(std::vector<__half>{__float2half(3), __float2half(0.25f), __float2half(1)});
  const __half one = __float2half(1), half = __float2half(0.5f);
  BLAS(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &half, values, 1, values + 1, 1, &one, values + 2, 1));
  CHECK(__half2float(fromDevice(values, 3)[2]) == 1.375f);
}

__global__ void rotate(cuFloatComplex* z, int n) {
  const int i = threadIdx.x;
  if (i < n) z[i] = cuCmulf(z[i], make_cuComplex(0, 1));
}
static void complexNumbers() {
  std::vector<cuFloatComplex> values(8);
  for (int i = 0; i < 8; ++i) values[i] = make_cuFloatComplex(i, 1);
  cuFloatComplex* z = onDevice(values);
  rotate<<<1, 32>>>(z, 8);
  values = fromDevice(z, 8);
  for (int i = 0; i < 8; ++i) CHECK(cuCrealf(values[i]) == -1 && cuCimagf(values[i]) == i);
  const cuDoubleComplex a = make_cuDoubleComplex(3, 4), b = make_cuDoubleComplex(1, -2), back = cuCmul(cuCdiv(a, b), b);
  CHECK(near(cuCabs(a), 5) && near(back.x, 3) && near(back.y, 4) && cuConj(a).y == -4);
  CUDA(cudaFree(z));
}

static void vectors(cublasHandle_t handle) {
  const int n = 70;
  float* x = nullptr;
  CUDA(cudaMalloc(&x, n * sizeof(float)));
  fill<<<1, 128>>>(x, n, 0.5f);
  std::vector<float> values(n, 1.0f), back(n);
  float* y = nullptr;
  CUDA(cudaMalloc(&y, n * sizeof(float)));
  BLAS(cublasSetVector(n, sizeof(float), values.data(), 1, y, 1));
  const float alpha = -2;
  BLAS(cublasSaxpy(handle, n, &alpha, x, 1, y, -1));  // y from its far end
  BLAS(cublasGetVector(n, sizeof(float), y, 1, back.data(), 1));
  for (int i = 0; i < n; ++i) CHECK(near(back[n - 1 - i], 1 - 2 * (1 + 0.5 * (i % 7))));
  float sum = 0, norm = 0;
  BLAS(cublasSdot(handle, n, x, 1, y, 1, &sum));
  double wanted = 0;
  for (int i = 0; i < n; ++i) wanted += (1 + 0.5 * (i % 7)) * back[i];
  CHECK(near(sum, wanted, 1e-3));
  BLAS(cublasSasum(handle, n, y, 1, &sum));
  BLAS(cublasSnrm2(handle, 2, x, 7, &norm));
  CHECK(sum > 0 && near(norm, std::sqrt(2.0)));
  int place = 0;
  BLAS(cublasIsamax(handle, n, x, 1, &place));
  CHECK(place == 7);
  BLAS(cublasIsamin(handle, n, x, 1, &place));
  CHECK(place == 1);
  float* onGpu = nullptr;
  CUDA(cudaMalloc(&onGpu, sizeof(float)));
  BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  BLAS(cublasSdot(handle, 7, x, 1, x, 1, onGpu));
  CHECK(near(fromDevice(onGpu, 1)[0], 1 + 2.25 + 4 + 6.25 + 9 + 12.25 + 16));
  BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
  const std::vector<float> matrix{1, 2, 3, 4, 5, 6};  // two rows, three columns
  float* a = onDevice(matrix);
  const float one = 1, zero = 0;
  BLAS(cublasSgemv(handle, CUBLAS_OP_T, 2, 3, &one, a, 2, x, 1, &zero, y, 1));
  CHECK(near(fromDevice(y, 3)[2], 5 * 1 + 6 * 1.5));
  BLAS(cublasSger(handle, 2, 3, &one, x, 1, x, 1, a, 2));
  CHECK(near(fromDevice(a, 6)[5], 6 + 1.5 * 2));
  CUDA(cudaFree(x));
  CUDA(cudaFree(y));
  CUDA(cudaFree(a));
  CUDA(cudaFree(onGpu));
}

int main() {
  cublasHandle_t handle = nullptr;
  cublasLtHandle_t unused = nullptr;
  BLAS(cublasLtCreate(&unused));
  BLAS(cublasLtDestroy(unused));
  const float finite = 1;  // math.h is there without being asked for
  CHECK(isfinite(finite) && !isnan(finite));
  CHECK(cublasSetMathMode(nullptr, CUBLAS_DEFAULT_MATH) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(std::strcmp(cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE") == 0);
  BLAS(cublasCreate(&handle));
  BLAS(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  BLAS(cublasSetStream(handle, stream));
  products(handle);
  halves(handle);
  vectors(handle);
  complexNumbers();
  BLAS(cublasDestroy(handle));
  CUDA(cudaStreamDestroy(stream));
  std::printf("ok\n");
  return 0;
}
