// REFUSES: is overloaded
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void turned(const float *in, float *out) { out[0] = in[0]; }

void launch(const int *in, int *out) {
  turned<<<1, 64>>>(in, out);
}

int main() { return 0; }
