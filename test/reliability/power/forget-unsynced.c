/* Keeps beside a directory what a power cut would leave of it: each file as it was when it was last synced. Loaded before libc's own
   functions (LD_PRELOAD). POWER_ROOT is the directory, POWER_KEPT where the synced files are kept; while the file POWER_FAULT is there,
   every write and sync below POWER_ROOT fails with EIO; while POWER_FULL is there, what would make a file larger fails with ENOSPC. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static const char *root, *kept, *fault, *full;

__attribute__((constructor)) static void begin(void) {
  root = getenv("POWER_ROOT");
  kept = getenv("POWER_KEPT");
  fault = getenv("POWER_FAULT");
  full = getenv("POWER_FULL");
}

/* The path below the root, or NULL. */
static const char *find_below(const char *path) {
  size_t length = root == NULL ? 0 : strlen(root);
  if (length == 0 || strncmp(path, root, length) != 0 || path[length] != '/') return NULL;
  return path + length + 1;
}

static int find_path(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = 0;
  return 1;
}

static int must_fail(int fd) {
  char path[PATH_MAX];
  if (fault == NULL || access(fault, F_OK) != 0) return 0;
  if (!find_path(fd, path) || find_below(path) == NULL) return 0;
  errno = EIO;
  return 1;
}

/* What lies in the file already has its room. */
static int has_no_room(int fd, off64_t end) {
  char path[PATH_MAX];
  struct stat found;
  if (full == NULL || access(full, F_OK) != 0 || fstat(fd, &found) != 0 || end <= found.st_size) return 0;
  if (!S_ISREG(found.st_mode) || !find_path(fd, path) || find_below(path) == NULL) return 0;
  errno = ENOSPC;
  return 1;
}

static void make_folders(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    mkdir(path, 0700);
    *slash = '/';
  }
}

static void keep(int fd) {
  char path[PATH_MAX], to[PATH_MAX + 64], draft[PATH_MAX + 96];
  struct stat found;
  if (kept == NULL || fstat(fd, &found) != 0 || !S_ISREG(found.st_mode) || !find_path(fd, path)) return;
  const char *below = find_below(path);
  if (below == NULL || strstr(path, " (deleted)") != NULL) return;
  snprintf(to, sizeof to, "%s/%s", kept, below);
  make_folders(to);
  /* Of several processes, the last one to keep a file must be the last one to read it. */
  snprintf(draft, sizeof draft, "%s.lock", kept);
  int lock = open(draft, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock >= 0) flock(lock, LOCK_EX);
  snprintf(draft, sizeof draft, "%s.draft-%d-%d", to, getpid(), fd);
  int from = open(path, O_RDONLY | O_CLOEXEC);
  int into = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, found.st_mode & 0777);
  static __thread char bytes[1 << 16];
  static ssize_t (*next)(int, const void *, size_t);
  if (next == NULL) next = dlsym(RTLD_NEXT, "write");
  for (ssize_t got; from >= 0 && into >= 0 && (got = read(from, bytes, sizeof bytes)) > 0;) {
    if (next(into, bytes, got) != got) abort();
  }
  if (from >= 0) close(from);
  if (into >= 0) {
    close(into);
    rename(draft, to);
  }
  if (lock >= 0) close(lock);
}

#define SYNC(name)                                     \
  int name(int fd) {                                   \
    static int (*next)(int);                           \
    if (next == NULL) next = dlsym(RTLD_NEXT, #name);  \
    if (must_fail(fd)) return -1;                      \
    int result = next(fd);                             \
    if (result == 0) keep(fd);                         \
    return result;                                     \
  }
SYNC(fsync)
SYNC(fdatasync)

#define PWRITE(name, offset_type)                                                  \
  ssize_t name(int fd, const void *bytes, size_t count, offset_type at) {          \
    static ssize_t (*next)(int, const void *, size_t, offset_type);                \
    if (next == NULL) next = dlsym(RTLD_NEXT, #name);                              \
    return must_fail(fd) || has_no_room(fd, at + count) ? -1 : next(fd, bytes, count, at); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *bytes, size_t count) {
  static ssize_t (*next)(int, const void *, size_t);
  if (next == NULL) next = dlsym(RTLD_NEXT, "write");
  return must_fail(fd) || has_no_room(fd, INT64_MAX) ? -1 : next(fd, bytes, count);
}

int unlink(const char *path) {
  static int (*next)(const char *);
  if (next == NULL) next = dlsym(RTLD_NEXT, "unlink");
  int result = next(path);
  const char *below = find_below(path);
  if (result == 0 && kept != NULL && below != NULL) {
    char to[PATH_MAX + 64];
    snprintf(to, sizeof to, "%s/%s", kept, below);
    next(to);
  }
  return result;
}
