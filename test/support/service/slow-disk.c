// Loaded before the C library: every write that is to reach the disk waits first, as on a disk that is slow.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void wait_for_disk(void) {
  const char *given = getenv("SLOW_DISK_MS");
  long ms = given ? atol(given) : 0;
  struct timespec pause = {ms / 1000, (ms % 1000) * 1000000L};
  if (ms > 0) nanosleep(&pause, NULL);
}

int fsync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return real(file);
}

int fdatasync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return real(file);
}
