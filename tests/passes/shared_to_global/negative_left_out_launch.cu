// REFUSES: may launch `turned` in code that is left out here, or that has errors
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

void launch(const int *in, int *out) {
  turned<<<1, 64>>>(in, out);
#ifdef TWICE
  turned<<<1, 64>>>(in, out);
#endif
}

int main() { return 0; }
