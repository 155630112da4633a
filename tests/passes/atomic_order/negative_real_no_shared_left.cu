// REFUSES: bytes of shared memory, and it has
// ALLOW: reassociation
__global__ void sum(double *total, const double *in) {
  __shared__ double tile[6128];  // 128 bytes are left: less than one number for each of 32 warps
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  atomicAdd(total, tile[255 - threadIdx.x]);
}

void launch(double *total, const double *in) {
  sum<<<4, 256>>>(total, in);
}
