/* SPDX-License-Identifier: MIT */
/* pdm_table.c - the standard library of PowerDEVS: which of our blocks each of its blocks is.
 *
 * A block is known by the header in its Path, whatever its folder and the direction of the slash;
 * if that is not known, by the name that the palette gives it ("Cross detect 3" without the
 * number). How values are read, pdm_map.c says. */
#include "diagram/powerdevs/pdm.h"
#include <ctype.h>
#include <string.h>

#define QSS_INT           "method=@Method; abs=$dqmin$; rel=$dqrel$; start=$x0$"
#define INT_PLACES        "Method;dqmin;dqrel;x0"
#define HYSTERESIS_PLACES "xl;xu;yl;yu"
#define WEIGHTS           "K[0];K[1];K[2];K[3];K[4];K[5];K[6];K[7];Inputs"

static const struct pdm_block table[] = {
    /* Continuous */
    {"qss_integrator", "QSS Integrator", "integrator", QSS_INT, "", "u", NULL, PDM_BLOCK,
     INT_PLACES},
    {"qss_wsum qss_sum", "WSum", "sum", "weights=#K", WEIGHTS, NULL, NULL, PDM_BLOCK, NULL},
    {"qss_nlfunction nlfunction nl_function", "NLFunction", "expression",
     "y=%Function|Expression|f$", "Inputs", NULL, NULL, PDM_BLOCK, "Expression;Inputs"},
    {"gain_sci qss_gain gain", "Gain", "gain", "k=$K|Gain|k$", "", NULL, NULL, PDM_BLOCK, "K"},
    {"qss_multiplier qss_multiplier_step", "Multiplier", "product", "",
     "Advance method;dQmin;dQrel;Inputs", NULL, NULL, PDM_BLOCK, "Advance method;dQmin;dQrel"},
    {"qss_pow2 xpower2 pow2_function square_function", "Square Pow", "square", "", "", NULL, NULL,
     PDM_BLOCK, NULL},
    {"qss_power power_function", "Power n", "power", "exponent=$n|N|Power|Exponent$", "", NULL,
     NULL, PDM_BLOCK, NULL},
    {"inverse_function", "Inverse", "inverse", "", "", NULL, NULL, PDM_BLOCK, NULL},
    {"sin_function qss_sin", "Sin", "sin", "", "Advance method;dQmin;dQrel", NULL, NULL, PDM_BLOCK,
     NULL},
    {"impfunction qss_impfunction implicit_function", "ImpFunction", "implicit",
     "y=%Function|Expression|g$; start=$y0|Initial guess$", "Inputs;Tolerance;tol;Iterations;niter",
     NULL, NULL, PDM_BLOCK, NULL},
    {"delay_qss qss_delay delay", "Delay", "delay", "lag=$T|Delay|tau$; start=$x0|Initial value$",
     "", NULL, NULL, PDM_BLOCK, "T;x0"},
    {"variable_delay qss_variable_delay dqssv2o3", "Variable Delay", "variable_delay",
     "start=$x0|History|y(t<0)|Initial value$", "Delay;tau0", "lag u", NULL, PDM_BLOCK,
     "Delay;History"},
    {"pure_integrator", "Pure Integrator", "pure_integrator", "start=$x0|Initial value$", "", NULL,
     NULL, PDM_BLOCK, "x0"},
    /* Discrete */
    {"unit_delay qoperator_sci qoperator", "Unit Delay", "unit_delay",
     "period=$T|Period|Ts$; start=$x0|Initial value$", "", NULL, NULL, PDM_BLOCK, "x0;T"},
    /* Hybrid */
    {"samplehold sample_hold samplehold_sci sample_and_hold qss_sample", "Sample and Hold",
     "zero_order_hold", "period=$T|Period|Ts$", "", NULL, NULL, PDM_BLOCK, "T"},
    {"commanded_sampler command_sampler triggered_sampler", "Commanded Sampler", "sample_and_hold",
     "", "", NULL, NULL, PDM_BLOCK, NULL},
    {"crossdetect cross_detect crossdet", "Cross detect", "cross_detector",
     "level=$level|Level|v$; value='output; output=$output|Output$", "", NULL, NULL, PDM_BLOCK,
     "level;output"},
    {"reset_integrator res_qss_integrator qss_reset_integrator", "Reset QSS Integrator",
     "integrator", QSS_INT, "", "u reset", NULL, PDM_BLOCK, INT_PLACES},
    {"qss_switch", "Switch", "switch", "threshold=$level$", "", "u1 control u2", NULL, PDM_BLOCK,
     "level"},
    {"qss_comparator comparator compare", "Comparator", "comparator",
     "low=$Vl|yl|low$; high=$Vu|yu|high$", "", NULL, NULL, PDM_BLOCK, "yl;yu"},
    {"hysteretic", "Hysteresis", "relay", "off_at=$xl$; on_at=$xu$; off=$yl$; on=$yu$", "", NULL,
     NULL, PDM_BLOCK, HYSTERESIS_PLACES},
    {"qss_saturation saturation", "Saturation", "saturation", "low=$xl$; high=$xu$", "", NULL, NULL,
     PDM_BLOCK, "xl;xu"},
    {"qss_quantizer", "Quantizer", "quantizer", "step=$dQ$; kind='floor; hysteresis=@Hysteresis",
     "", NULL, NULL, PDM_BLOCK, "dQ;Hysteresis"},
    /* Sources */
    {"constant_sci constant", "Constant", "constant", "value=$K$", "", NULL, NULL, PDM_BLOCK, "K"},
    {"step_sci step", "Step", "step",
     "low=$Initial Value|xi|v0|u0$; high=$Final Value|xf|v1|uf$; start=$Step Time|ti|t0|T$", "",
     NULL, NULL, PDM_BLOCK, "u0;t0;uf"},
    {"ramp_sci ramp", "Ramp", "ramp", "start=$t0$; slope=$v$/$tr$; duration=$tr$", "Method;dq",
     NULL, NULL, PDM_BLOCK, "t0;tr;v;Method;dq"},
    {"pulse_sci pulse", "Pulse", "pulse",
     "low=$Base Value$; high=$Base Value$+$Amplitude$; start=$Initial Time$; width=$Final "
     "Time$-$Initial Time$",
     "", NULL, NULL, PDM_BLOCK, NULL},
    {"square_sci", "Square", "square_wave", "period=1/$f$; duty=$d$/100; low=0; high=$a$", "", NULL,
     NULL, PDM_BLOCK, "a;f;d"},
    {"sinusoidal_sci sinusoidal sin_sci sinegen_sci sinegen", "Sinusoidal", "sine",
     "amplitude=$a|A$; frequency=$f|F$; phase=$phi|phase$", "k;Method;dq;dqmin;dqrel", NULL, NULL,
     PDM_BLOCK, "a;f;phi;k;Method"},
    {"saw_sci", "Saw", "saw", "period=1/$f$; low=-$a$; high=$a$", "k;Method;dq", NULL, NULL,
     PDM_BLOCK, "a;f;Method;dq"},
    {"triangular_sci triang_sci", "Triangular", "triangle", "period=1/$f$; low=-$a$; high=$a$",
     "Method;dq", NULL, NULL, PDM_BLOCK, "a;f;Method;dq"},
    {"trapezoidal_sci trapezoidal", "Trapezoidal", "trapezoid",
     "low=$Vl$; high=$Vu$; top=$Tup$; rise=$Tr$; fall=$Tf$; period=$Tup$+$Tdown$+$Tr$+$Tf$",
     "Method;dq", NULL, NULL, PDM_BLOCK, "Vu;Vl;Tup;Tdown;Tr;Tf;Method;dq"},
    {"fromworkspace from_workspace", "From Workspace", "table_source",
     "times=$Time variable$; values=$Signal$; shape=~Method", "", NULL, NULL, PDM_BLOCK,
     "Time variable;Signal;Method"},
    {"normal_gen nrgen", "NRGen", "noise", "interval=$T$; mean=$mean$; deviation=sqrt($variance$)",
     "Random seed", NULL, NULL, PDM_BLOCK, "mean;variance;T;Random seed"},
    /* Sinks: their inputs are shown anyway */
    {"gnuplot", "GnuPlot", "plot", "file=^.svg", "*", NULL, NULL, PDM_BLOCK, NULL},
    {"to_disk todisk todisk_sci", "To Disk", "segments", "file=^.csv", "*", NULL, NULL, PDM_BLOCK,
     NULL},
    {"toworkspace to_workspace", "To Workspace", "scope", "", "*", NULL, NULL, PDM_BLOCK, NULL},
    {"runscilabjob", "Scilab Command", NULL, "", "*", NULL, NULL, PDM_COMMAND, NULL},
    /* Vectors */
    {"qss_integrator_vec", "Vector QSS_Int", "integrator", QSS_INT "; size=$Size$", "", "u", NULL,
     PDM_BLOCK, INT_PLACES ";Size"},
    {"qss_sum_vec", "Vector WSum", "sum", "weights=#K; size=$Size$", WEIGHTS, NULL, NULL, PDM_BLOCK,
     NULL},
    {"qss_multiplier_vec", "Vector Multiplier", "product", "size=$Size$", "Inputs", NULL, NULL,
     PDM_BLOCK, NULL},
    {"vector_pow2", "Vector 2Pow", "square", "size=$Size$", "", NULL, NULL, PDM_BLOCK, NULL},
    {"vector_sat", "Vector Saturation", "saturation", "low=$xl$; high=$xu$; size=$Size$", "", NULL,
     NULL, PDM_BLOCK, NULL},
    {"hyst_vec hysteretic_vec", "Vector Hysteresis", "relay",
     "off_at=$xl$; on_at=$xu$; off=$yl$; on=$yu$; size=$Size$", "", NULL, NULL, PDM_BLOCK,
     HYSTERESIS_PLACES ";Size"},
    {"vector_sum", "Vector Sum", "matrix_gain", "matrix=fill($K$, 1, $Size$); size=$Size$", "",
     NULL, NULL, PDM_BLOCK, "K;Size"},
    {"matrix_gain", "Matrix Gain", "matrix_gain", "matrix=*A|K|Matrix$", "Size", NULL, NULL,
     PDM_BLOCK, "A"},
    {"vector_unitdelay", "Vector unit_delay", "unit_delay",
     "period=$T|Period|Ts$; start=$x0$; size=$Size$", "", NULL, NULL, PDM_BLOCK, "x0;Ts;Size"},
    {"normal_gen_vec", "Vector NRGen", "noise",
     "interval=$T$; mean=$mean$; deviation=sqrt($variance$); size=$Size$", "Random seed", NULL,
     NULL, PDM_BLOCK, "mean;variance;T;Size"},
    {"index_shift", "Index Shift", NULL, "index=$shift$", "Size", NULL, NULL, PDM_SHIFT, NULL},
    {"scalar2vec", "Scalar_to Vector", NULL, "index=$Index$", "Size", NULL, NULL, PDM_TO_VECTOR,
     NULL},
    {"vec2scalar", "Vector_to Scalar", NULL, "index=$Index$", "Size", NULL, NULL, PDM_TO_SCALAR,
     NULL},
};
enum { BLOCKS = sizeof table / sizeof *table };

bool pdm_map_entry(size_t k, const char **block, const char **values, const char **inputs,
                   const char **outputs)
{
    if (k >= BLOCKS) return false;
    *block = table[k].block;
    *values = table[k].values;
    *inputs = table[k].in;
    *outputs = table[k].out;
    return true;
}

/* ---- Which block is it? ---------------------------------------------------------------------- */

bool pdm_equal(const char *a, size_t n, const char *b)
{
    size_t k = 0;
    while (k < n && b[k] && tolower((unsigned char)a[k]) == tolower((unsigned char)b[k])) k++;
    return k == n && !b[k];
}

/* Is the word one of the list, whose items are divided by the character? */
bool pdm_listed(const char *list, char divider, const char *word)
{
    while (*list) {
        const char *end = strchr(list, divider);
        size_t n = end ? (size_t)(end - list) : strlen(list);
        if (pdm_equal(list, n, word)) return true;
        list += n + (end != NULL);
    }
    return false;
}

/* "qss\qss_switch.h" -> "qss_switch" */
static const char *header_of(struct pdm *p, const char *path)
{
    const char *from = path, *end;
    for (const char *s = path; *s; s++)
        if (*s == '/' || *s == '\\') from = s + 1;
    end = strrchr(from, '.');
    return arena_text(&p->arena, from, end ? (size_t)(end - from) : strlen(from));
}

/* "Cross detect 3" -> "Cross detect" */
static const char *palette_of(struct pdm *p, const char *name)
{
    size_t n = strlen(name);
    while (n && isdigit((unsigned char)name[n - 1])) n--;
    while (n && name[n - 1] == ' ') n--;
    return arena_text(&p->arena, name, n);
}

/* Is it in a folder of the library? Blocks of someone's own may have any name. */
static bool of_library(const char *path)
{
    static const char *const folders[] = {"qss",        "sources", "sinks",    "hybrid",
                                          "continuous", "vector",  "discrete", "random"};
    size_t n = strcspn(path, "/\\");
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++)
        if (pdm_equal(path, n, folders[k])) return true;
    return false;
}

const struct pdm_block *pdm_find(struct pdm *p, const struct pdm_part *part)
{
    const char *header = header_of(p, part->path), *name = palette_of(p, part->name);
    for (int k = 0; k < BLOCKS; k++)
        if (pdm_listed(table[k].headers, ' ', header)) return &table[k];
    for (int k = 0; k < BLOCKS && of_library(part->path); k++)
        if (pdm_equal(table[k].palette, strlen(table[k].palette), name)) return &table[k];
    return NULL;
}
