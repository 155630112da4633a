// REFUSES: stays shared
// `T` means another row behind the pragma: what is copied there would write to the wrong one.
#define T t
#pragma push_macro("T")
#undef T
#define T (31 - t)

__global__ void meant(int *data) {
  __shared__ int rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  for (k = 1; k < 8; ++k) rows[T][k] += rows[T][k - 1];
#pragma pop_macro("T")
  for (k = 1; k < 8; ++k) rows[31 - t][k] += rows[31 - t][k - 1];
  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { meant<<<1, 32>>>(data); }
