#include "find_wrapper.h"

#include "find_kernel.cu"

void find_on_gpu(const knode* knodes, int knode_count, const record* records, int record_count, const int* keys,
                 int count, record* answers, int height) {
  knode* knodes_d;
  record *records_d, *answers_d;
  int *keys_d, *offsets_d;
  cudaMalloc((void**)&knodes_d, sizeof(knode) * knode_count);
  cudaMalloc((void**)&records_d, sizeof(record) * record_count);
  cudaMalloc((void**)&answers_d, sizeof(record) * count);
  cudaMalloc((void**)&keys_d, sizeof(int) * count);
  cudaMalloc((void**)&offsets_d, sizeof(int) * count);
  cudaMemcpy(knodes_d, knodes, sizeof(knode) * knode_count, cudaMemcpyHostToDevice);
  cudaMemcpy(records_d, records, sizeof(record) * record_count, cudaMemcpyHostToDevice);
  cudaMemcpy(answers_d, answers, sizeof(record) * count, cudaMemcpyHostToDevice);
  cudaMemcpy(keys_d, keys, sizeof(int) * count, cudaMemcpyHostToDevice);
  cudaMemset(offsets_d, 0, sizeof(int) * count);
  find_k<<<count, ORDER>>>(height, knodes_d, records_d, keys_d, offsets_d, answers_d);
  cudaMemcpy(answers, answers_d, sizeof(record) * count, cudaMemcpyDeviceToHost);
  cudaFree(knodes_d);
  cudaFree(records_d);
  cudaFree(answers_d);
  cudaFree(keys_d);
  cudaFree(offsets_d);
}
