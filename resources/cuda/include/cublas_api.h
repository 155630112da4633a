// cuBLAS, as far as the CPU engine runs it: vectors, and products of real matrices, in plain loops. What a program
// calls beyond that is declared nowhere, or named when the program is put together.
#ifndef WARPWRIGHT_PUBLIC_CUBLAS_API_H
#define WARPWRIGHT_PUBLIC_CUBLAS_API_H
#pragma GCC system_header
#define CUBLAS_API_H_  // by which programs see that cuBLAS was included
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <library_types.h>

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_HERMITAN = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71,
  CUBLAS_COMPUTE_32I = 72,
  CUBLAS_COMPUTE_32I_PEDANTIC = 73,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext* cublasHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasCreate_v2(cublasHandle_t*);
cublasStatus_t cublasDestroy_v2(cublasHandle_t);
cublasStatus_t cublasSetStream_v2(cublasHandle_t, cudaStream_t);
cublasStatus_t cublasGetStream_v2(cublasHandle_t, cudaStream_t*);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t, cublasPointerMode_t);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t, cublasPointerMode_t*);
cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t);
cublasStatus_t cublasGetMathMode(cublasHandle_t, cublasMath_t*);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t, cublasAtomicsMode_t*);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t, void*, size_t);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t, int*);
const char* cublasGetStatusName(cublasStatus_t);
const char* cublasGetStatusString(cublasStatus_t);
cublasStatus_t cublasSetVector(int, int, const void*, int, void*, int);
cublasStatus_t cublasSetMatrix(int, int, int, const void*, int, void*, int);
cublasStatus_t cublasSetVectorAsync(int, int, const void*, int, void*, int, cudaStream_t);
cublasStatus_t cublasSetMatrixAsync(int, int, int, const void*, int, void*, int, cudaStream_t);
cublasStatus_t cublasGetVector(int, int, const void*, int, void*, int);
cublasStatus_t cublasGetMatrix(int, int, int, const void*, int, void*, int);
cublasStatus_t cublasGetVectorAsync(int, int, const void*, int, void*, int, cudaStream_t);
cublasStatus_t cublasGetMatrixAsync(int, int, int, const void*, int, void*, int, cudaStream_t);
cublasStatus_t cublasSaxpy_v2(cublasHandle_t, int, const float*, const float*, int, float*, int);
cublasStatus_t cublasSscal_v2(cublasHandle_t, int, const float*, float*, int);
cublasStatus_t cublasScopy_v2(cublasHandle_t, int, const float*, int, float*, int);
cublasStatus_t cublasSswap_v2(cublasHandle_t, int, float*, int, float*, int);
cublasStatus_t cublasSdot_v2(cublasHandle_t, int, const float*, int, const float*, int, float*);
cublasStatus_t cublasSnrm2_v2(cublasHandle_t, int, const float*, int, float*);
cublasStatus_t cublasSasum_v2(cublasHandle_t, int, const float*, int, float*);
cublasStatus_t cublasIsamax_v2(cublasHandle_t, int, const float*, int, int*);
cublasStatus_t cublasIsamin_v2(cublasHandle_t, int, const float*, int, int*);
cublasStatus_t cublasSgemv_v2(cublasHandle_t, cublasOperation_t, int, int, const float*, const float*, int,
                              const float*, int, const float*, float*, int);
cublasStatus_t cublasSger_v2(cublasHandle_t, int, int, const float*, const float*, int, const float*, int, float*, int);
cublasStatus_t cublasSgemm_v2(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const float*,
                              const float*, int, const float*, int, const float*, float*, int);
cublasStatus_t cublasSgemmStridedBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                         const float*, const float*, int, long long, const float*, int, long long,
                                         const float*, float*, int, long long, int);
cublasStatus_t cublasSgemmBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const float*,
                                  const float* const[], int, const float* const[], int, const float*, float* const[],
                                  int, int);
cublasStatus_t cublasDaxpy_v2(cublasHandle_t, int, const double*, const double*, int, double*, int);
cublasStatus_t cublasDscal_v2(cublasHandle_t, int, const double*, double*, int);
cublasStatus_t cublasDcopy_v2(cublasHandle_t, int, const double*, int, double*, int);
cublasStatus_t cublasDswap_v2(cublasHandle_t, int, double*, int, double*, int);
cublasStatus_t cublasDdot_v2(cublasHandle_t, int, const double*, int, const double*, int, double*);
cublasStatus_t cublasDnrm2_v2(cublasHandle_t, int, const double*, int, double*);
cublasStatus_t cublasDasum_v2(cublasHandle_t, int, const double*, int, double*);
cublasStatus_t cublasIdamax_v2(cublasHandle_t, int, const double*, int, int*);
cublasStatus_t cublasIdamin_v2(cublasHandle_t, int, const double*, int, int*);
cublasStatus_t cublasDgemv_v2(cublasHandle_t, cublasOperation_t, int, int, const double*, const double*, int,
                              const double*, int, const double*, double*, int);
cublasStatus_t cublasDger_v2(cublasHandle_t, int, int, const double*, const double*, int, const double*, int, double*,
                             int);
cublasStatus_t cublasDgemm_v2(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const double*,
                              const double*, int, const double*, int, const double*, double*, int);
cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                         const double*, const double*, int, long long, const double*, int, long long,
                                         const double*, double*, int, long long, int);
cublasStatus_t cublasDgemmBatched(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const double*,
                                  const double* const[], int, const double* const[], int, const double*,
                                  double* const[], int, int);
cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const void*,
                            const void*, cudaDataType, int, const void*, cudaDataType, int, const void*, void*,
                            cudaDataType, int, cublasComputeType_t, cublasGemmAlgo_t);
cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const __half*,
                           const __half*, int, const __half*, int, const __half*, __half*, int);
#ifdef __cplusplus
}
// As before CUDA 11: the type to compute in.
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t a, cublasOperation_t b, int m, int n,
                                          int k, const void* alpha, const void* left, cudaDataType leftType,
                                          int leftStep, const void* right, cudaDataType rightType, int rightStep,
                                          const void* beta, void* result, cudaDataType resultType, int resultStep,
                                          cudaDataType type, cublasGemmAlgo_t algorithm) {
  const cublasComputeType_t compute = type == CUDA_R_16F   ? CUBLAS_COMPUTE_16F
                                      : type == CUDA_R_64F ? CUBLAS_COMPUTE_64F
                                      : type == CUDA_R_32I ? CUBLAS_COMPUTE_32I
                                                           : CUBLAS_COMPUTE_32F;
  return cublasGemmEx(handle, a, b, m, n, k, alpha, left, leftType, leftStep, right, rightType, rightStep, beta, result,
                      resultType, resultStep, compute, algorithm);
}
#endif

#endif
