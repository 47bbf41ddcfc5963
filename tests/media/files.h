/* Video files that the tests make: a pattern that is a formula of frame, plane and position. */
#ifndef EVQ_TESTS_MEDIA_FILES_H
#define EVQ_TESTS_MEDIA_FILES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <exactvq/media.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* A growing piece of memory that becomes a file. */
typedef struct Bytes {
    char *data;
    size_t size, room;
} Bytes;

void put(Bytes *bytes, const void *data, size_t size);
void put_text(Bytes *bytes, const char *format, ...);
void put_picture(Bytes *bytes, const EvqFormat *format, int number);
/* A header and `count` pictures. */
void put_y4m(Bytes *bytes, const char *tags, const EvqFormat *format, int count);
void drop(Bytes *bytes);

/* A folder for this test; its files are removed by folder_remove. Both are cmocka fixtures. */
int folder_make(void **state);
int folder_remove(void **state);
/* The path of a file in it, static storage that eight calls share. */
const char *path_of(const char *name);
/* Writes the bytes to a file and drops them; returns its path. */
const char *write_file(const char *name, Bytes *bytes);
/* Feeds bytes to a descriptor from a thread of its own, closes it and drops them. */
void feed(int descriptor, Bytes bytes);
/* Makes a FIFO and feeds it the same way. */
const char *feed_fifo(const char *name, Bytes bytes);

EvqFormat format_of(int width, int height, int depth, EvqChroma chroma);
/* Every sample is compared with the pattern. */
void assert_picture(const EvqFrame *frame, const EvqFormat *format, int number);
/* The next picture is picture `number` of the pattern. */
void assert_next(EvqReader *reader, const EvqFormat *format, int number);
void assert_end(EvqReader *reader);
/* The next picture fails, twice in the same way, and the message has both texts. */
void assert_failure(EvqReader *reader, const char *text, const char *text2);
/* Opening fails with the status and the message has all texts. */
void assert_refused(const char *path, const EvqRawFormat *raw, int status, const char *text,
                    const char *text2);
void assert_has(const char *message, const char *text);
EvqReader *open_reader(const char *path, const EvqRawFormat *raw);

#endif
