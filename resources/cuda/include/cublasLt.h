// cuBLASLt: its types and the handle. The CPU engine runs none of its products, and says which one a program calls.
#ifndef WARPWRIGHT_PUBLIC_CUBLASLT_H
#define WARPWRIGHT_PUBLIC_CUBLASLT_H
#pragma GCC system_header
#include <cublas_api.h>

typedef struct cublasLtContext* cublasLtHandle_t;
typedef struct {
  unsigned long long data[8];
} cublasLtMatmulAlgo_t;
typedef struct {
  unsigned long long data[16];
} cublasLtMatrixLayoutOpaque_t, cublasLtMatmulDescOpaque_t, cublasLtMatmulPreferenceOpaque_t;
typedef cublasLtMatrixLayoutOpaque_t* cublasLtMatrixLayout_t;
typedef cublasLtMatmulDescOpaque_t* cublasLtMatmulDesc_t;
typedef cublasLtMatmulPreferenceOpaque_t* cublasLtMatmulPreference_t;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasLtCreate(cublasLtHandle_t*);
cublasStatus_t cublasLtDestroy(cublasLtHandle_t);
#ifdef __cplusplus
}
#endif

#endif
