/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * Reads and writes the state file: the last routing and its fabric, from which the plugin starts in a new process. A
 * file is read only if no other users can have written it. The file is written under a temporary name and then renamed.
 * Its writer locks the temporary file, as two subnet managers of one machine may share a folder. A killed process
 * leaves a temporary file behind; the next writer uses it.
 */
#include "plugin/values/state_file.h"

#include "core/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define DIGEST_BYTES 32 /* at the end of a state: the SHA-256 that state_sign() writes there */

struct StateFile {
	char *path, *temporary, *folder;
	GMutex lock;     /* protects busy, pending, length and failure */
	GThread *thread; /* the caller's alone: still to be joined; NULL: none */
	gboolean busy;   /* the thread will look at `pending` once more */
	guint8 *pending; /* [length] the state to be written next; NULL: none */
	gsize length;
	char *failure;                /* why the last state could not be written; NULL: it could */
	guint8 written[DIGEST_BYTES]; /* digest of the state written last; the busy thread's alone, as has_written */
	gboolean has_written;         /* the file has that state; FALSE: none was written, or the last one failed */
};

/* ---- reading */

static gboolean read_all(int fd, guint8 *bytes, gsize length, const char *path, GError **error)
{
	for (gsize have = 0; have < length;) {
		gssize n = read(fd, bytes + have, length - have);
		if (n < 0 && errno != EINTR)
			return sssp_error_io(error, path, errno);
		if (n == 0)
			return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: cut off while it was read", path);
		have += n > 0 ? (gsize)n : 0;
	}
	return TRUE;
}

/*
 * Whether only root, the user of this process or the owner of the folder can have written the file. A file that its
 * group may write is not trusted, not even root's group: with an access list these bits stand for any user of the list.
 */
static gboolean is_trusted(const struct stat *status, const char *path)
{
	struct stat folder;
	g_autofree char *name = g_path_get_dirname(path);
	if (status->st_mode & (S_IWGRP | S_IWOTH))
		return FALSE;
	return status->st_uid == 0 || status->st_uid == geteuid() ||
	       (stat(name, &folder) == 0 && folder.st_uid == status->st_uid);
}

static gboolean read_open(int fd, const char *path, const Fabric *subnet, State *state, GError **error)
{
	struct stat status;
	if (fstat(fd, &status))
		return sssp_error_io(error, path, errno);
	if (!S_ISREG(status.st_mode) || (guint64)status.st_size > STATE_MOST)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: %s", path,
				      S_ISREG(status.st_mode) ? "larger than a state can be" : "not a regular file");
	if (!is_trusted(&status, path)) {
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: others may have written it", path);
	}
	gsize length = (gsize)status.st_size;
	g_autofree guint8 *bytes = g_try_malloc(length + 1);
	if (!bytes)
		return sssp_error_memory(error, "the state that was kept", length);
	return read_all(fd, bytes, length, path, error) && state_parse(bytes, length, path, subnet, state, error);
}

gboolean state_file_read(const char *path, const Fabric *subnet, State *state, GError **error)
{
	*state = (State){0};
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT)
		return FALSE;
	if (fd < 0 && errno == ELOOP)
		return sssp_error_set(error, SSSP_ERROR_INPUT, "%s: a symbolic link, not a regular file", path);
	if (fd < 0)
		return sssp_error_io(error, path, errno);
	gboolean taken = read_open(fd, path, subnet, state, error);
	close(fd);
	return taken;
}

/* ---- writing */

/* Whether `path` is still the file that is open: it may have been renamed before it was locked. */
static gboolean is_there(int fd, const char *path)
{
	struct stat open_now, there;
	return fstat(fd, &open_now) == 0 && lstat(path, &there) == 0 && open_now.st_dev == there.st_dev &&
	       open_now.st_ino == there.st_ino;
}

/* Whether a file that was there already is this user's alone: not another's, not writable by others, no hard link. */
static gboolean is_own(int fd)
{
	struct stat status;
	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1 &&
	       status.st_uid == geteuid() && !(status.st_mode & (S_IWGRP | S_IWOTH));
}

/*
 * Opens a new file (*made is TRUE), or else the one that is there. -1 with errno; EEXIST: try again, as the file has
 * gone or was a link or a pipe, which is removed.
 */
static int open_either(const char *path, gboolean *made)
{
	const int flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
	int fd = open(path, flags | O_CREAT | O_EXCL, 0644);
	*made = fd >= 0;
	if (fd >= 0 || errno != EEXIST)
		return fd;
	fd = open(path, flags);
	if (fd < 0 && (errno == ENOENT || ((errno == ELOOP || errno == ENXIO) && unlink(path) == 0)))
		errno = EEXIST;
	return fd;
}

/* How often the temporary file is opened anew if it goes away or is replaced meanwhile. */
#define TRIES 16

/*
 * The temporary file, locked and empty, or -1 with an error (sssp_error_io() returns FALSE, which is 0). A file that is
 * there and not this user's alone is removed and made anew.
 */
static int open_temporary(const char *path, GError **error)
{
	int number = EBUSY;
	for (guint i = 0; i < TRIES; i++) {
		gboolean made;
		int fd = open_either(path, &made);
		if (fd < 0 && errno == EEXIST)
			continue;
		if (fd < 0)
			return sssp_error_io(error, path, errno) - 1;
		/* Some file systems know no locks: then the file counts as locked. */
		gboolean locked = flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
		gboolean there = is_there(fd, path), own = made || is_own(fd);
		if (locked && there && own && ftruncate(fd, 0) == 0)
			return fd;
		number = locked ? errno : EBUSY;
		gboolean again = locked && (!there || (!own && unlink(path) == 0));
		close(fd);
		if (!again)
			break;
	}
	return sssp_error_io(error, path, number) - 1;
}

/* Writes and syncs; EINVAL and ENOTSUP of fsync() are of file systems that cannot sync. FALSE with errno. */
static gboolean write_all(int fd, const guint8 *bytes, gsize length)
{
	for (gsize done = 0; done < length;) {
		gssize n = write(fd, bytes + done, length - done);
		if (n < 0 && errno != EINTR)
			return FALSE;
		done += n > 0 ? (gsize)n : 0;
	}
	return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

/* Syncs the folder, so that the new file is on the disk under its name. */
static void sync_folder(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

/* Whether `path` may be replaced: a device or a pipe may not. */
static gboolean may_be_replaced(const char *path, GError **error)
{
	struct stat status;
	if (lstat(path, &status) != 0 || S_ISREG(status.st_mode) || S_ISLNK(status.st_mode))
		return TRUE;
	return sssp_error_set(error, SSSP_ERROR_IO, "%s: not a regular file", path);
}

static gboolean write_file(const StateFile *file, const guint8 *bytes, gsize length, GError **error)
{
	if (!may_be_replaced(file->path, error))
		return FALSE;
	int fd = open_temporary(file->temporary, error);
	if (fd < 0)
		return FALSE;
	gboolean done = write_all(fd, bytes, length);
	if (!done)
		sssp_error_io(error, file->temporary, errno);
	if (done && rename(file->temporary, file->path) != 0)
		done = sssp_error_io(error, file->path, errno);
	if (!done)
		unlink(file->temporary);
	close(fd);
	if (done)
		sync_folder(file->folder);
	return done;
}

/* Signs and writes, unless the file has it already. */
static void write_state(StateFile *file, guint8 *bytes, gsize length)
{
	g_autoptr(GError) error = NULL;
	state_sign(bytes, length);
	const guint8 *digest = bytes + length - DIGEST_BYTES;
	if (file->has_written && !memcmp(digest, file->written, DIGEST_BYTES) && access(file->path, F_OK) == 0)
		return;
	file->has_written = write_file(file, bytes, length, &error);
	memcpy(file->written, digest, DIGEST_BYTES);
	g_mutex_lock(&file->lock);
	g_free(file->failure);
	file->failure = error ? g_strdup(error->message) : NULL;
	g_mutex_unlock(&file->lock);
}

/* The thread: writes pending states until there is none. While it is busy, no other thread touches `written`. */
static gpointer work(gpointer data)
{
	StateFile *file = data;
	for (;;) {
		g_mutex_lock(&file->lock);
		g_autofree guint8 *bytes = file->pending;
		gsize length = file->length;
		file->pending = NULL;
		file->busy = bytes != NULL;
		g_mutex_unlock(&file->lock);
		if (!bytes)
			return NULL;
		write_state(file, bytes, length);
	}
}

void state_file_keep(StateFile *file, guint8 *bytes, gsize length)
{
	g_mutex_lock(&file->lock);
	g_free(file->pending);
	file->pending = bytes;
	file->length = length;
	gboolean busy = file->busy;
	file->busy = TRUE;
	g_mutex_unlock(&file->lock);
	if (busy)
		return;
	state_file_wait(file); /* it has ended */
	if (!(file->thread = g_thread_try_new("sssp-state", work, file, NULL)))
		work(file);
}

void state_file_wait(StateFile *file)
{
	if (file->thread)
		g_thread_join(file->thread);
	file->thread = NULL;
}

/* ---- life */

StateFile *state_file_new(const char *path)
{
	StateFile *file = g_new0(StateFile, 1);
	g_autofree char *name = g_path_get_basename(path), *hidden = g_strdup_printf(".%s.new", name);
	file->path = g_strdup(path);
	file->folder = g_path_get_dirname(path);
	file->temporary = g_build_filename(file->folder, hidden, NULL);
	g_mutex_init(&file->lock);
	return file;
}

void state_file_free(StateFile *file)
{
	if (!file)
		return;
	state_file_wait(file);
	g_mutex_clear(&file->lock);
	g_free(file->path);
	g_free(file->folder);
	g_free(file->temporary);
	g_free(file->failure);
	g_free(file);
}

char *state_file_failure(StateFile *file)
{
	g_mutex_lock(&file->lock);
	char *failure = g_strdup(file->failure);
	g_mutex_unlock(&file->lock);
	return failure;
}
