__global__ void number(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  s[threadIdx.x] += __LINE__;
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(const int *in, int *out) {
  number<<<1, 64>>>(in, out);
}

int main() { return 0; }
