/* Faults of the disk and the wall clock, for a process that is started with this library in LD_PRELOAD.
 *
 * FAULTS_DATA is the folder whose files are affected, FAULTS_CONTROL the file that says what happens to them, and
 * FAULTS_UNDO a folder for what a power failure could undo: for every file, the bytes that were overwritten since its
 * last successful fsync. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The control file. `disk.rs` writes the same fields in the same order. */
struct control {
    volatile int64_t wall_offset_ms; /* added to the wall clock */
    volatile int64_t sync_delay_ms;  /* how long every fsync takes longer */
    volatile int64_t write_delay_ms; /* how long every write takes longer */
    volatile int64_t sync_failures;  /* one fsync in this number fails; 0: none */
    volatile int64_t write_failures; /* one write in this number fails; 0: none */
    volatile int64_t is_full;        /* whether no file can grow */
};

/* What a power failure may undo: `length` bytes at `offset`, which follow, in a file that was `size` bytes long. */
struct undo {
    int64_t offset;
    int64_t length;
    int64_t size;
};

static struct control none;
static struct control *control = &none;
static char data[PATH_MAX], undo_folder[PATH_MAX];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_clock_gettime)(clockid_t, struct timespec *);

static void find_functions(void) {
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
}

__attribute__((constructor)) static void start(void) {
    find_functions();
    const char *folder = getenv("FAULTS_DATA"), *file = getenv("FAULTS_CONTROL"), *undo = getenv("FAULTS_UNDO");
    if (!folder || !file || !undo) return;
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    void *mapped = mmap(NULL, sizeof(struct control), PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (mapped == MAP_FAILED) return;
    snprintf(data, sizeof data, "%s/", folder);
    snprintf(undo_folder, sizeof undo_folder, "%s", undo);
    control = mapped;
}

/* The name of an open file in the data folder, or NULL. */
static const char *data_file(int fd, char path[PATH_MAX]) {
    if (!data[0]) return NULL;
    int saved = errno;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    errno = saved;
    if (length <= 0) return NULL;
    path[length] = 0;
    size_t prefix = strlen(data);
    return strncmp(path, data, prefix) == 0 ? path + prefix : NULL;
}

static void delay(int64_t ms) {
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    while (ms > 0 && nanosleep(&time, &time) != 0 && errno == EINTR) {
    }
}

static int happens(int64_t one_in) {
    static __thread unsigned seed;
    if (one_in <= 0) return 0;
    if (!seed) seed = (unsigned)(uintptr_t)&seed ^ (unsigned)getpid();
    return rand_r(&seed) % one_in == 0;
}

/* Whether a file's content doesn't matter after a power failure: SQLite rebuilds the index of its log. */
static int is_volatile(const char *name) {
    const char *end = strrchr(name, '-');
    return strchr(name, '/') || (end && strcmp(end, "-shm") == 0) || strstr(name, ".lock");
}

static int open_undo(const char *name, int flags) {
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", undo_folder, name);
    return open(path, flags | O_WRONLY | O_CLOEXEC, 0600);
}

/* Saves what is in a part of a file before it changes. Bytes after the end count as zeros. */
static void save(int fd, const char *name, off_t offset, size_t length, off_t size) {
    if (is_volatile(name)) return;
    size_t total = sizeof(struct undo) + length;
    char *entry = calloc(1, total);
    int file = open_undo(name, O_CREAT | O_APPEND);
    if (entry && file >= 0) {
        *(struct undo *)entry = (struct undo){offset, (int64_t)length, size};
        if (offset < size && pread(fd, entry + sizeof(struct undo), length, offset) < 0) abort();
        if (real_write(file, entry, total) != (ssize_t)total) abort();
    }
    if (file >= 0) close(file);
    free(entry);
}

/* Fails a write, or saves what it overwrites. */
static int before_write(int fd, const char *name, off_t offset, size_t length) {
    struct stat status;
    delay(control->write_delay_ms);
    if (happens(control->write_failures)) {
        errno = EIO;
        return -1;
    }
    if (fstat(fd, &status) != 0) return -1;
    if (control->is_full && offset + (off_t)length > status.st_size) {
        errno = ENOSPC;
        return -1;
    }
    save(fd, name, offset, length, status.st_size);
    return 0;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    char path[PATH_MAX];
    if (!real_write) find_functions();
    const char *name = data_file(fd, path);
    if (!name) return real_write(fd, bytes, length);
    pthread_mutex_lock(&lock);
    ssize_t written = before_write(fd, name, lseek(fd, 0, SEEK_CUR), length);
    if (written == 0) written = real_write(fd, bytes, length);
    pthread_mutex_unlock(&lock);
    return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
    char path[PATH_MAX];
    if (!real_pwrite) find_functions();
    const char *name = data_file(fd, path);
    if (!name) return real_pwrite(fd, bytes, length, offset);
    pthread_mutex_lock(&lock);
    ssize_t written = before_write(fd, name, offset, length);
    if (written == 0) written = real_pwrite(fd, bytes, length, offset);
    pthread_mutex_unlock(&lock);
    return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

int ftruncate64(int fd, off64_t length) {
    char path[PATH_MAX];
    struct stat status;
    if (!real_ftruncate) find_functions();
    const char *name = data_file(fd, path);
    if (!name || fstat(fd, &status) != 0) return real_ftruncate(fd, length);
    pthread_mutex_lock(&lock);
    if (length < status.st_size) save(fd, name, length, (size_t)(status.st_size - length), status.st_size);
    int result = real_ftruncate(fd, length);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

/* Runs an fsync, unless it fails. After that, a power failure can undo nothing in the file. */
static int synchronise(int fd, int (*real)(int)) {
    char path[PATH_MAX];
    const char *name = data_file(fd, path);
    if (!name) return real(fd);
    delay(control->sync_delay_ms);
    if (happens(control->sync_failures)) {
        errno = EIO;
        return -1;
    }
    pthread_mutex_lock(&lock);
    int result = real(fd);
    int file = result == 0 ? open_undo(name, O_TRUNC) : -1;
    if (file >= 0) close(file);
    if (result == 0) errno = 0;
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int fd) {
    if (!real_fsync) find_functions();
    return synchronise(fd, real_fsync);
}

int fdatasync(int fd) {
    if (!real_fdatasync) find_functions();
    return synchronise(fd, real_fdatasync);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_clock_gettime) find_functions();
    int result = real_clock_gettime(clock, time);
    if (result == 0 && clock == CLOCK_REALTIME) {
        int64_t nanoseconds = time->tv_nsec + control->wall_offset_ms % 1000 * 1000000;
        time->tv_sec += control->wall_offset_ms / 1000 + (nanoseconds >= 1000000000) - (nanoseconds < 0);
        time->tv_nsec = (nanoseconds + 1000000000) % 1000000000;
    }
    return result;
}
