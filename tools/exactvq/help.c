#include "help.h"

#include <exactvq/exactvq.h>

static const char usage[] =
    "Usage: exactvq [OPTION]... REFERENCE DISTORTED\n"
    "       exactvq [OPTION]... -r REFERENCE -d DISTORTED\n"
    "       exactvq diff [OPTION]... REPORT REPORT (see exactvq diff --help)\n"
    "       exactvq devices             lists devices, see devices --help\n"
    "       exactvq gate [OPTION]... REFERENCE DISTORTED (see gate --help)\n"
    "       exactvq selftest            known answers on every device\n"
    "\n"
    "Full-reference video quality scores, the same bits on every device.\n"
    "\n"
    "Inputs ('-' is standard input)\n"
    "  -r, --reference FILE        the reference\n"
    "  -d, --distorted FILE        the distorted version\n"
    "  -w, --width N               headerless inputs need width, height, format and\n"
    "  -h, --height N              bit depth; samples of more than 8 bits are 16-bit\n"
    "  -p, --pixel_format FORMAT   little endian words; FORMAT 420, 422, 444, 400;\n"
    "  -b, --bitdepth N            depth 8, 9, 10, 12, 14 or 16\n"
    "      --frame_cnt N           stop after N pairs (0: all)\n"
    "      --frame_skip_ref N      drop the first N pictures of the reference\n"
    "      --frame_skip_dist N     drop the first N pictures of the distorted input\n"
    "      --strict-length         inputs of unequal length are a failure (exit 3)\n"
    "\n"
    "Scoring\n"
    "      --feature METRIC        NAME[=OPTION=VALUE[:OPTION=VALUE]...], repeatable;\n"
    "      --metric METRIC         without it and --model every metric that can score\n"
    "                              the inputs, and vmaf_v0.6.1 where its file is\n"
    "  -m, --model MODEL           path=FILE or version=NAME[:name=NAME]\n"
    "                              [:enable_transform][:disable_clip]\n"
    "                              [:METRIC.OPTION=VALUE]..., repeatable\n"
    "      --model-dir DIR         where NAME.json is; else in EXACTVQ_MODEL_PATH and\n"
    "                              in the system's folders of models\n"
    "      --list-metrics          list metrics and their options, and exit\n"
    "      --subsample N           score the frames whose index is a multiple of N\n"
    "      --threads N             worker threads (0: one per core, the default)\n"
    "      --backend NAME          cpu, opencl, cuda, or auto (the default): the\n"
    "                              first graphics card that proves its arithmetic,\n"
    "                              else cpu\n"
    "      --device N|NAME         which of the backend's devices (exactvq devices)\n"
    "      --device all            every one and the CPU, pairs spread over them;\n"
    "                              with auto every graphics card and the CPU\n"
    "      --fp64 auto|on|off      the device's fp64, or integers; the same bits;\n"
    "                              auto takes what is faster\n"
    "  -c, --cpumask MASK          leave out instruction sets: 8 AVX2 and above,\n"
    "                              16 AVX-512, -1 all\n"
    "      --gpumask MASK          accepted, no effect\n"
    "  -n, --no_prediction         of models score the features alone\n"
    "\n"
    "Results (without -o a table on standard output)\n"
    "  -o, --output FILE           write a report ('-': to standard output)\n"
    "      --xml, --json, --csv, --sub\n"
    "                              its format, xml by default\n"
    "      --precision DIGITS      1 to 17 significant digits, max or full (17), or\n"
    "                              legacy (6 decimals); default: as many as it takes\n"
    "                              to tell the value\n"
    "      --nonfinite FORM        inf and nan in JSON: string (default) or null\n"
    "  -q, --quiet                 no table, no progress\n"
    "\n"
    "  -v, --version               print the version, and exit\n"
    "      --help                  print this text, and exit\n"
    "\n"
    "Exit status: 0 scored, 1 failure at run time or interrupted, 2 usage, 3 input,\n"
    "4 device. After a failure half-way the report holds the frames scored so far.\n";

void evq_cli_help_usage(FILE *out)
{
    fputs(usage, out);
}

static void print_option(FILE *out, const EvqOptionInfo *option)
{
    fprintf(out, "    %-24s %s (%s; default %s)\n", option->name, option->help, option->values,
            option->initial);
}

void evq_cli_help_metrics(FILE *out)
{
    const EvqMetricInfo *metric;
    for (size_t i = 0; (metric = evq_metric_info(i)); i++) {
        fprintf(out, "%s%s: %s\n", i ? "\n" : "", metric->name, metric->summary);
        for (size_t j = 0; j < metric->option_count; j++)
            print_option(out, &metric->options[j]);
    }
}
