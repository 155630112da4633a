__global__ void commented(int *data) {
  /* one for each thread */ int v;  // stays for the block
  v /* written */ = data[threadIdx.x];
  data[threadIdx.x] = v + 1;
}

void launch(int *data) { commented<<<1, 128>>>(data); }
