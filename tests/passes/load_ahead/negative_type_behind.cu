// REFUSES: may mean something else in front of the barrier
typedef int num;
__global__ void work(int *a, int *b, int n) {
  __shared__ int tile[64];
  const int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x] = b[i];
  __syncthreads();
  typedef unsigned char num;
  int x = a[(num)i];
  b[i] = x + tile[63 - threadIdx.x];
}

void launch(int *a, int *b, int n) { work<<<8, 64>>>(a, b, n); }
