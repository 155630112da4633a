__global__ void twice(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockDim.y; }
__global__ void __launch_bounds__(192) bounded(int *out) { out[threadIdx.x + threadIdx.y] = 1; }
__global__ void open(int *out) { out[threadIdx.x] = gridDim.x; }

static void launchTwice(int *out, int threads) { twice<<<3, threads>>>(out); }

void run(int *out, int n) {
  launchTwice(out, 64);
  launchTwice(out, 128);
  twice<<<dim3(2, 2), dim3(8, 4)>>>(out);
  open<<<n, n>>>(out);
}
