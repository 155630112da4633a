// Columns are read in as rows, by other threads. Between the barriers each thread works on its own row of `column`, in loops
// whose rounds are known: its 16 elements are held in registers there. `column` as a whole stays shared.
// KEEPS: column: stays shared
#define N 16

__global__ void solve(float *m, const float *pivots, int width) {
  __shared__ float column[N][N];
  __shared__ float diagonal[N][N];
  int i, j;
  int t = threadIdx.x;
  for (i = 0; i < N; i++) {
    column[i][t] = m[i * width + t];
    diagonal[i][t] = pivots[i * N + t];
  }
  __syncthreads();
  float column_own[16];
  #pragma unroll
  for (int slot = 0; slot < 16; ++slot) column_own[slot] = column[t][slot];
  #pragma unroll
  for (i = 0; i < N; i++) {
    #pragma unroll
    for (j = 0; j < i; j++)
      column_own[i] -= column_own[j] * diagonal[j][i];
    column_own[i] /= diagonal[i][i];
  }
  #pragma unroll
  for (int slot = 0; slot < 16; ++slot) column[t][slot] = column_own[slot];
  __syncthreads();
  for (i = 0; i < N; i++) m[i * width + t] = column[i][t];
}

void run(float *m, const float *pivots, int width) { solve<<<1, N>>>(m, pivots, width); }
