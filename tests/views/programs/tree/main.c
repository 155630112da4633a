#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "kernel/find_wrapper.h"
#include "util/timer.h"

/* A tree of two levels below its root: node 0 leads to ORDER nodes of ORDER keys each. */
int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s QUERIES\n", argv[0]);
    return 1;
  }
  const int count = atoi(argv[1]), nodes = ORDER + 1, keys = ORDER * ORDER;
  knode* knodes = (knode*)calloc((size_t)nodes, sizeof(knode));
  record* records = (record*)malloc(sizeof(record) * (size_t)keys);
  int* queries = (int*)malloc(sizeof(int) * (size_t)count);
  record* answers = (record*)malloc(sizeof(record) * (size_t)count);
  const long long start = get_time();
  for (int i = 0; i < keys; ++i) records[i].value = 10 * i;
  for (int i = 0; i <= ORDER; ++i) {
    knodes[0].keys[i] = i * ORDER;
    knodes[0].indices[i] = i < ORDER ? 1 + i : ORDER;
    for (int node = 1; node < nodes; ++node) {
      knodes[node].keys[i] = (node - 1) * ORDER + i;
      knodes[node].indices[i] = ((node - 1) * ORDER + i) % keys;
    }
  }
  for (int i = 0; i < count; ++i) {
    queries[i] = i * 37 % keys;
    answers[i].value = -1;
  }
  find_on_gpu(knodes, nodes, records, keys, queries, count, answers, 1);
  long long sum = 0;
  for (int i = 0; i < count; ++i) sum += answers[i].value;
  printf("found %lld\n", sum);
  fprintf(stderr, "ticks %lld\n", get_time() - start);
  free(knodes);
  free(records);
  free(queries);
  free(answers);
  return 0;
}
