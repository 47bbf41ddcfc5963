/* Stands in for the libav reader in builds without libav. */
#include "media/reader.h"

int evq_libav_open(EvqReader *reader, EvqError *error)
{
    return evq_reader_fail(reader, error,
                           "not a y4m file, and this build has no libav for containers and still "
                           "images; headerless files need -w -h -p -b");
}
