__global__ void turned(const int *in, int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x] + 1;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main(int argc, char **) {
  int host[64];
  for (int i = 0; i < 64; ++i) host[i] = i * 7 % 31;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  if (argc > 100)
    turned<<<1, 64>>>(out, in);  // never
  else
    turned<<<1, 64>>>(in, out);  // always
  for (int round = 0; round < 3; ++round)  // there and back
    if (round % 2) turned<<<1, 64>>>(in, out);
    else turned<<<1, 64>>>(out, in);
  while (argc-- > 0) /* once */ turned<<<1, 64>>>(in, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
