// REFUSES: dynamic shared memory
extern __shared__ int pool[];

__global__ void dynamic(int *data) {
  pool[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = pool[threadIdx.x] + 1;
}

void launch(int *data) { dynamic<<<1, 64, 64 * sizeof(int)>>>(data); }
