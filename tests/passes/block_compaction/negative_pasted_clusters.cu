// REFUSES: the kernel asks for clusters of blocks
#define PASTE(a, b) a##b
#define CLUSTERS PASTE(__cluster, _dims__)

__global__ void CLUSTERS(2, 1, 1) kernel(const int* in, int* out) {
  out[blockIdx.x * 64 + threadIdx.x] = in[threadIdx.x];
}

void launch(const int* in, int* out) {
  kernel<<<8, 64>>>(in, out);
}
