// REFUSES: line 2 launches `turned` in code that the preprocessor leaves out
#define RUN(in, out) turned<<<1, 64>>>(in, out)
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

void launch(const int *in, int *out) {
  RUN(in, out);
}

int main() { return 0; }
