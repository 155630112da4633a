// UNKNOWN: passes one memory for `table` and `o`
// A variable of a class is no other memory than one outside of it.
struct Tables {
  inline static __device__ float table[1024];
};

__global__ void scale(float *o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = Tables::table[i] * 2;
}

int main() {
  float *p;
  cudaGetSymbolAddress((void **)&p, Tables::table);
  scale<<<3, 64>>>(p + 1);
  cudaDeviceSynchronize();
}
