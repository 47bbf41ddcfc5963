#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define INTERVAL   0.2 /* seconds between two drawings */
#define ERASE_LINE "\r\033[K"

double evq_cli_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void evq_cli_progress_start(EvqProgress *progress, uint64_t total, int quiet)
{
    *progress = (EvqProgress){ .shown = !quiet && isatty(STDERR_FILENO), .total = total };
    progress->start = evq_cli_clock();
    progress->next = progress->start + INTERVAL;
}

static void draw(const EvqProgress *progress, uint64_t done, double seconds)
{
    double fps = (double)done / seconds;

    fprintf(stderr, ERASE_LINE "%llu", (unsigned long long)done);
    if (progress->total)
        fprintf(stderr, "/%llu", (unsigned long long)progress->total);
    fprintf(stderr, " frames, %.1f fps", fps);
    if (done && progress->total > done) {
        unsigned long long left = (unsigned long long)((double)(progress->total - done) / fps);
        fprintf(stderr, ", %llu:%02llu:%02llu left", left / 3600, left / 60 % 60, left % 60);
    }
    fflush(stderr);
}

void evq_cli_progress_update(EvqProgress *progress, uint64_t done)
{
    if (!progress->shown)
        return;
    double now = evq_cli_clock();
    if (now < progress->next)
        return;
    progress->next = now + INTERVAL;
    draw(progress, done, now - progress->start);
}

void evq_cli_progress_end(const EvqProgress *progress)
{
    if (progress->shown)
        fputs(ERASE_LINE, stderr);
}
