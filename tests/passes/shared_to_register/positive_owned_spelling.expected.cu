// Pragmas in front of later loops stay the only ones, parentheses go with their element, a comment that goes on in the next
// line keeps what follows it.
// KEEPS: rows: stays shared
typedef int number;

__global__ void spelled(int *data) {
  __shared__ number rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  int rows_own[8];
  #pragma unroll
  for (int slot = 0; slot < 8; ++slot) rows_own[slot] = rows[t][slot];
  #pragma unroll
  for (k = 1; k < 8; ++k) rows_own[k] += rows_own[k - 1];
  // the second one has its own
  # pragma unroll 1
  // and a comment behind it
  for (k = 1; k < 8; ++k) rows_own[k] += rows_own[k - 1];
  rows_own[3] *= 5;
  #pragma unroll
  for (int slot = 1; slot < 8; ++slot) rows[t][slot] = rows_own[slot];  // in C:\temp\

  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { spelled<<<1, 32>>>(data); }
