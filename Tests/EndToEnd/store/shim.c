// Loaded before the C library into the service: lets the calls named in the environment come short or
// fail. Only files whose path has SHIM_PATH in it are meant.
//
//     SHIM_PATH=/Data/ SHIM_SHORT=7 SHIM_FAIL_WRITE=3 SHIM_FAIL_SYNC=2 LD_PRELOAD=shim.so formwork
//
// SHIM_SHORT: every write takes that many bytes at most. SHIM_FAIL_WRITE, SHIM_FAIL_SYNC: the nth write
// or sync of them, from 1, fails with EIO.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_long writes, syncs;

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static int is_meant(int descriptor) {
    const char *wanted = getenv("SHIM_PATH");
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (!wanted || length < 0) return 0;
    path[length] = 0;
    return strstr(path, wanted) != NULL;
}

static int fails(atomic_long *count, const char *name) {
    if (atomic_fetch_add(count, 1) + 1 != number(name)) return 0;
    errno = EIO;
    return 1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
    if (is_meant(descriptor)) {
        if (fails(&writes, "SHIM_FAIL_WRITE")) return -1;
        size_t most = (size_t)number("SHIM_SHORT");
        if (most && count > most) count = most;
    }
    return real(descriptor, bytes, count);
}

static int sync_with(const char *name, int descriptor) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    if (is_meant(descriptor) && fails(&syncs, "SHIM_FAIL_SYNC")) return -1;
    return real(descriptor);
}

int fsync(int descriptor) { return sync_with("fsync", descriptor); }
int fdatasync(int descriptor) { return sync_with("fdatasync", descriptor); }
