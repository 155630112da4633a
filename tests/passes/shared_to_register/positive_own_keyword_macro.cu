#define LOCAL_MEMORY __shared__

__global__ void own(int *data) {
  LOCAL_MEMORY int v[128];
  v[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = v[threadIdx.x] + 1;
}

void launch(int *data) { own<<<1, 128>>>(data); }
