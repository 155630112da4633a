// REFUSES: inside a lambda, which would copy it
__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  auto other = [=] { return s[63 - threadIdx.x]; };
  out[threadIdx.x] = other();
}

void launch(const int *in, int *out) {
  turned<<<1, 64>>>(in, out);
}

int main() { return 0; }
