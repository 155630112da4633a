__device__ int *kept;
__device__ int *table[4];

__global__ void pointers(int *out, int n, int **rows) {
  __shared__ int one[32], two[32], stored[32], alone[32];
  int t = threadIdx.x;
  int *p = n > 3 ? one : two;
  p[t] = 1;
  if (t == 0) kept = stored;
  stored[t] = 2;
  alone[t] = 3;
  rows[n][t] = 4;
  table[t & 3][0] = alone[t];
  out[(long)&out[t] & 7] = 5;
}

void run(int *out, int **rows) { pointers<<<1, 32>>>(out, 4, rows); }
