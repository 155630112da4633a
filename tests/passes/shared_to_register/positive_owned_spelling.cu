// Pragmas in front of later loops stay the only ones, parentheses go with their element, a comment that goes on in the next
// line keeps what follows it.
// KEEPS: rows: stays shared
typedef int number;

__global__ void spelled(int *data) {
  __shared__ number rows[32][8];
  int t = threadIdx.x, k;
  for (k = 0; k < 8; ++k) rows[k * 4 + t / 8][t % 8] = data[k * 32 + t];
  __syncthreads();
  for (k = 1; k < 8; ++k) rows[t][k] += (rows[t])[k - 1];
  // the second one has its own
  # pragma unroll 1
  // and a comment behind it
  for (k = 1; k < 8; ++k) rows[t][k] += rows[t][k - 1];
  rows[t][3] *= 5;  // in C:\temp\

  __syncthreads();
  for (k = 0; k < 8; ++k) data[k * 32 + t] = rows[k * 4 + t / 8][t % 8];
}

void run(int *data) { spelled<<<1, 32>>>(data); }
