/* SPDX-License-Identifier: MIT */
/* library.c - names that are there before the first line of a model.
 *
 * Built-in functions come from BUILTIN_MAP. The few parts of package Modelica that models of
 * equations use are written in Modelica and parsed when `Modelica` is first said: constants,
 * units, and other names for the built-in mathematics. A package Modelica in the model's own
 * file takes precedence.                                                                        */
#include "check/stage.h"

#include <string.h>

struct text {
    char *at;
    int32_t n, room;
};

static const char constants[] =
    "package Modelica package Constants\n"
    "final constant Real e = 2.718281828459045235360287471352662498;\n"
    "final constant Real pi = 3.141592653589793238462643383279502884;\n"
    "final constant Real D2R = pi/180; final constant Real R2D = 180/pi;\n"
    "final constant Real gamma = 0.57721566490153286061;\n"
    "final constant Real eps = 2.2204460492503131e-16;\n"
    "final constant Real small = 2.2250738585072014e-308;\n"
    "final constant Real inf = 1.7976931348623157e308;\n"
    "final constant Integer Integer_inf = 2147483647;\n"
    "final constant Real c = 299792458;\n"
    "final constant Real g_n = 9.80665;\n"
    "final constant Real G = 6.67430e-11;\n"
    "final constant Real h = 6.62607015e-34;\n"
    "final constant Real k = 1.380649e-23;\n"
    "final constant Real R = 8.31446261815324;\n"
    "final constant Real N_A = 6.02214076e23;\n"
    "final constant Real q = 1.602176634e-19;\n"
    "final constant Real F = q*N_A;\n"
    "final constant Real sigma = 5.670374419e-8;\n"
    "final constant Real mu_0 = 4*pi*1.00000000055e-7;\n"
    "final constant Real epsilon_0 = 1/(mu_0*c*c);\n"
    "final constant Real T_zero = -273.15;\n"
    "end Constants; package Math\n"
    "function sin = .sin; function cos = .cos; function tan = .tan; function asin = .asin;\n"
    "function acos = .acos; function atan = .atan; function atan2 = .atan2; function sinh = "
    ".sinh;\n"
    "function cosh = .cosh; function tanh = .tanh; function exp = .exp; function log = .log;\n"
    "function log10 = .log10; end Math; package Units package SI\n";

#define UNITS(X)                                                                                   \
    X("Angle", "rad")                                                                              \
    X("Length", "m")                                                                               \
    X("Position", "m")                                                                             \
    X("Distance", "m")                                                                             \
    X("Height", "m")                                                                               \
    X("Radius", "m")                                                                               \
    X("Diameter", "m")                                                                             \
    X("Thickness", "m")                                                                            \
    X("Area", "m2")                                                                                \
    X("Volume", "m3")                                                                              \
    X("Time", "s")                                                                                 \
    X("Duration", "s")                                                                             \
    X("AngularVelocity", "rad/s")                                                                  \
    X("AngularAcceleration", "rad/s2")                                                             \
    X("Velocity", "m/s")                                                                           \
    X("Acceleration", "m/s2")                                                                      \
    X("Period", "s")                                                                               \
    X("Frequency", "Hz")                                                                           \
    X("AngularFrequency", "rad/s")                                                                 \
    X("Damping", "1/s")                                                                            \
    X("Mass", "kg")                                                                                \
    X("Density", "kg/m3")                                                                          \
    X("Momentum", "kg.m/s")                                                                        \
    X("MomentOfInertia", "kg.m2")                                                                  \
    X("Inertia", "kg.m2")                                                                          \
    X("Force", "N")                                                                                \
    X("Torque", "N.m")                                                                             \
    X("Pressure", "Pa")                                                                            \
    X("AbsolutePressure", "Pa")                                                                    \
    X("Energy", "J")                                                                               \
    X("Work", "J")                                                                                 \
    X("Power", "W")                                                                                \
    X("MassFlowRate", "kg/s")                                                                      \
    X("VolumeFlowRate", "m3/s")                                                                    \
    X("TranslationalSpringConstant", "N/m")                                                        \
    X("TranslationalDampingConstant", "N.s/m")                                                     \
    X("RotationalSpringConstant", "N.m/rad")                                                       \
    X("RotationalDampingConstant", "N.m.s/rad")                                                    \
    X("ThermodynamicTemperature", "K")                                                             \
    X("Temperature", "K")                                                                          \
    X("Heat", "J")                                                                                 \
    X("HeatFlowRate", "W")                                                                         \
    X("ThermalConductance", "W/K")                                                                 \
    X("ThermalResistance", "K/W")                                                                  \
    X("HeatCapacity", "J/K")                                                                       \
    X("SpecificHeatCapacity", "J/(kg.K)")                                                          \
    X("CoefficientOfHeatTransfer", "W/(m2.K)")                                                     \
    X("ElectricCurrent", "A")                                                                      \
    X("Current", "A")                                                                              \
    X("ElectricCharge", "C")                                                                       \
    X("Voltage", "V")                                                                              \
    X("ElectricPotential", "V")                                                                    \
    X("Capacitance", "F")                                                                          \
    X("Inductance", "H")                                                                           \
    X("Resistance", "Ohm")                                                                         \
    X("Conductance", "S")                                                                          \
    X("Impedance", "Ohm")                                                                          \
    X("ElectricalTorqueConstant", "N.m/A")                                                         \
    X("MagneticFlux", "Wb")                                                                        \
    X("AmountOfSubstance", "mol")                                                                  \
    X("Concentration", "mol/m3")                                                                   \
    X("Efficiency", "1")                                                                           \
    X("PerUnit", "1")                                                                              \
    X("DimensionlessRatio", "1")

static const char *const units[][2] = {
#define UNIT_(name, unit) {name, unit},
    UNITS(UNIT_){"Temperature_degC", "degC"}
#undef UNIT_
};

static void add(struct check *c, struct text *t, const char *s)
{
    for (; *s; s++) VEC_ADD(c->arena, t, *s);
}

static void add_units(struct check *c, struct text *t)
{
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        add(c, t,
            arena_format(c->arena, "type %s = Real(final quantity=\"%s\", final unit=\"%s\");\n",
                         units[k][0], units[k][0], units[k][1]));
}

void scope_read_library(struct check *c)
{
    struct text t = {NULL, 0, 0};
    int32_t file;
    if (c->library_read) return;
    c->library_read = true;
    add(c, &t, constants);
    add_units(c, &t);
    add(c, &t, "end SI; end Units; package SIunits\n");
    add_units(c, &t);
    add(c, &t, "end SIunits; end Modelica;");
    VEC_ADD(c->arena, &t, '\0');
    file = source_add(c->m, "built-in library", t.at, (uint32_t)(t.n - 1));
    scope_enter_file(c, parse_file(c->m, c->names, file), c->library);
}

static struct symbol *put(struct check *c, enum symbol_kind kind, const char *name)
{
    struct symbol *s = symbol_new(c->arena, kind, names_intern(c->names, name, strlen(name)),
                                  (struct place){0, 0, 0});
    scope_put(c->arena, c->library, s);
    return s;
}

void scope_builtins(struct check *c)
{
    static const struct {
        const char *name;
        enum base_type base;
    } types[] = {{"Real", TYPE_REAL},
                 {"Integer", TYPE_INTEGER},
                 {"Boolean", TYPE_BOOLEAN},
                 {"String", TYPE_STRING}};
#define NAME_(name, text) text,
    static const char *const functions[] = {BUILTIN_MAP(NAME_)};
#undef NAME_
    c->library = scope_new(c->arena, NULL, NULL);
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        struct symbol *s = put(c, SYMBOL_TYPE, types[k].name);
        s->type = type_scalar(types[k].base);
        if (types[k].base == TYPE_STRING) s->builtin = BUILTIN_STRING;
        if (types[k].base == TYPE_INTEGER) s->builtin = BUILTIN_TO_INTEGER;
    }
    for (int k = 1; k < BUILTIN_COUNT; k++) {
        if (k == BUILTIN_STRING || k == BUILTIN_TO_INTEGER) continue;
        put(c, SYMBOL_BUILTIN, functions[k - 1])->builtin = k;
    }
    struct symbol *time = put(c, SYMBOL_BUILTIN, "time");
    time->type = type_scalar(TYPE_REAL);
    time->variability = VARY_CONTINUOUS;
}

const char *scope_unsupported(const char *name)
{
    static const struct {
        const char *names, *kind;
    } known[] = {
        {" Clock previous hold subSample superSample shiftSample backSample noClock firstTick "
         "interval ",
         "synchronous operators"},
        {" transition initialState activeState ticksInState timeInState ", "state machines"},
        {" inStream actualStream ", "`stream` connectors"},
        {" homotopy spatialDistribution cardinality getInstanceName ", ""},
        {" Connections rooted ", "overdetermined connectors"},
        {" StateSelect ", "state selections"},
        {" ExternalObject ", "external objects"},
        {" Complex ", "complex numbers"},
    };
    const char *word = name;
    size_t n = strlen(word);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const char *at = known[k].names;
        while ((at = strstr(at, word))) {
            if (at[-1] == ' ' && at[n] == ' ') return known[k].kind;
            at += n;
        }
    }
    return NULL;
}
