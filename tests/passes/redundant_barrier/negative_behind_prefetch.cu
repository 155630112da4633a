// UNKNOWN: reaches shared memory by a number
__global__ void hidden(const float* a, float* b) {
  __shared__ float t[256];
  t[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  asm volatile("prefetch.global.L2 [%0]; st.shared.f32 [%1], 0f00000000" ::"l"(a), "r"((255 - threadIdx.x) * 4));
  asm volatile(";");
  b[threadIdx.x] = t[threadIdx.x];
}
int main() { hidden<<<8, 256>>>(0, 0); }
