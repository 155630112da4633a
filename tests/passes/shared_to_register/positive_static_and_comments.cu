__global__ void commented(int *data) {
  /* one for each thread */ static __shared__ int v[128 /* threads */];  // stays for the block
  v[threadIdx.x] /* written */ = data[threadIdx.x];
  data[threadIdx.x] = v [ threadIdx.x ] + 1;
}

void launch(int *data) { commented<<<1, 128>>>(data); }
