/* The logarithm of vif, the integer one: every entry of the table that docs/spec/vif.md section 5
 * gives a checksum of, and whole arguments against the definition. */
#include <stdint.h>

#include "check.h"
#include "kernel/integer_vif/integer_vif.h"
#include "kernel/integer_vif/log_table.h"

static i32 table[IVIF_LOG_ROW];

/* LG(t) */
static i32 log_of(u32 t)
{
    return ivif_log(ivif_log_key(t), table) - 127 * 2048;
}

static u32 crc32_byte(u32 crc, u32 byte)
{
    crc ^= byte;
    for (int i = 0; i < 8; i++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    return crc;
}

/* T[i] is LG of i moved to the front, whatever stands behind it. */
static void check_entries(void)
{
    u32 crc = 0xffffffffu;
    for (u32 i = 32768; i < 65536; i++) {
        i32 entry = log_of(i << 1) - 2048;
        crc = crc32_byte(crc32_byte(crc, entry & 255), (u32)entry >> 8);
        for (i32 k = 1; k < 16; k++) {
            u32 low = ((u32)1 << k) - 1;
            u32 behind[] = { 0, 1, low / 2, low / 2 + 1, low };
            for (int n = 0; n < 5; n++)
                check(log_of(i << k | behind[n]) == entry + 2048 * k, "LG(%u): %d",
                      i << k | behind[n], log_of(i << k | behind[n]));
        }
    }
    check(~crc == 0x42ad4d4f, "table: CRC-32 %08x", ~crc);
}

int main(void)
{
    ivif_log_table(table);
    check_entries();
    check(log_of(IVIF_NOISE) == 34816, "LG(N): %d", log_of(IVIF_NOISE));
    check(IVIF_LOG_OF_NOISE == 34816 + 127 * 2048, "constant: %d", IVIF_LOG_OF_NOISE);
    return check_result();
}
