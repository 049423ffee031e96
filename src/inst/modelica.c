/* SPDX-License-Identifier: MIT */
/* modelica.c - the built-in package Modelica.
 *
 * The few parts of it that models of equations and circuits use are written here in Modelica and
 * parsed when `Modelica` is first said: constants, other names for the built-in mathematics, units
 * (of Modelica 4, Modelica.Units.SI, and of before, Modelica.SIunits) and conversions from and to
 * them. A package Modelica in the model's own file, or on the library path, takes precedence. */
#include "inst/package.h"

#include <string.h>

struct text {
    char *at;
    int32_t n, room;
};

static const char beginning[] =
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
    X("AngularMomentum", "kg.m2/s")                                                                \
    X("Jerk", "m/s3")                                                                              \
    X("Impulse", "N.s")                                                                            \
    X("Stress", "Pa")                                                                              \
    X("SpecificEnergy", "J/kg")                                                                    \
    X("SpecificEnthalpy", "J/kg")                                                                  \
    X("DynamicViscosity", "Pa.s")                                                                  \
    X("KinematicViscosity", "m2/s")                                                                \
    X("MolarMass", "kg/mol")                                                                       \
    X("MassFraction", "1")                                                                         \
    X("TemperatureDifference", "K")                                                                \
    X("TemperatureSlope", "K/s")                                                                   \
    X("LinearTemperatureCoefficient", "1/K")                                                       \
    X("ThermalConductivity", "W/(m.K)")                                                            \
    X("HeatFlux", "W/m2")                                                                          \
    X("Entropy", "J/K")                                                                            \
    X("EntropyFlowRate", "W/K")                                                                    \
    X("InternalEnergy", "J")                                                                       \
    X("EnergyFlowRate", "W")                                                                       \
    X("Emissivity", "1")                                                                           \
    X("VoltageSlope", "V/s")                                                                       \
    X("CurrentSlope", "A/s")                                                                       \
    X("CurrentDensity", "A/m2")                                                                    \
    X("ElectricFieldStrength", "V/m")                                                              \
    X("MutualInductance", "H")                                                                     \
    X("Reactance", "Ohm")                                                                          \
    X("Admittance", "S")                                                                           \
    X("Susceptance", "S")                                                                          \
    X("Resistivity", "Ohm.m")                                                                      \
    X("Conductivity", "S/m")                                                                       \
    X("Permittivity", "F/m")                                                                       \
    X("Permeability", "H/m")                                                                       \
    X("ActivePower", "W")                                                                          \
    X("ReactivePower", "var")                                                                      \
    X("ApparentPower", "V.A")                                                                      \
    X("PowerFactor", "1")                                                                          \
    X("MagneticFluxDensity", "T")                                                                  \
    X("MagneticFieldStrength", "A/m")                                                              \
    X("MagneticPotentialDifference", "A")                                                          \
    X("Reluctance", "H-1")                                                                         \
    X("DimensionlessRatio", "1")

static const char *const units[][2] = {
#define UNIT_(name, unit) {name, unit},
    UNITS(UNIT_){"Temperature_degC", "degC"}
#undef UNIT_
};

/* from_X(u) = u times factor, plus offset; to_X is its inverse. */
static const struct {
    const char *name, *type, *factor, *offset;
} conversions[] = {
    {"deg", "Angle", "1.7453292519943295e-2", "0"},
    {"degC", "Temperature", "1", "273.15"},
    {"rpm", "AngularVelocity", "0.10471975511965977", "0"},
    {"kmh", "Velocity", "0.27777777777777778", "0"},
    {"bar", "Pressure", "1e5", "0"},
    {"day", "Time", "86400", "0"},
    {"hour", "Time", "3600", "0"},
    {"minute", "Time", "60", "0"},
    {"kWh", "Energy", "3.6e6", "0"},
};

static void add(struct arena *a, struct text *t, const char *s)
{
    for (; *s; s++) VEC_ADD(a, t, *s);
}

static void add_units(struct arena *a, struct text *t)
{
    for (size_t k = 0; k < sizeof units / sizeof *units; k++)
        add(a, t,
            arena_format(a, "type %s = Real(final quantity=\"%s\", final unit=\"%s\");\n",
                         units[k][0], units[k][0], units[k][1]));
}

/* The results have the units of SI; what is not SI has none. */
static void add_conversions(struct arena *a, struct text *t)
{
    add(a, t, "package Conversions\n");
    for (size_t k = 0; k < sizeof conversions / sizeof *conversions; k++) {
        const char *name = conversions[k].name, *type = conversions[k].type;
        const char *factor = conversions[k].factor, *offset = conversions[k].offset;
        add(a, t,
            arena_format(a,
                         "function from_%s input Real u; output SI.%s y; algorithm y := u*%s + %s; "
                         "end from_%s;\n"
                         "function to_%s input SI.%s u; output Real y; algorithm y := (u - %s)/%s; "
                         "end to_%s;\n",
                         name, type, factor, offset, name, name, type, offset, factor, name));
    }
    add(a, t, "end Conversions; ");
}

struct ast_class *library_state_select(struct messages *m, struct names *names)
{
    static const char text[] =
        "type StateSelect = enumeration(never, avoid, default, prefer, always);";
    int32_t file = source_add(m, "built-in library", text, (uint32_t)(sizeof text - 1));
    return parse_file(m, names, file)->classes[0];
}

struct ast_class *library_modelica(struct messages *m, struct names *names)
{
    struct text t = {NULL, 0, 0};
    struct arena *a = m->arena;
    add(a, &t, beginning);
    add_units(a, &t);
    add(a, &t,
        "end SI; package NonSI type Temperature_degC = Real(final unit=\"degC\"); end NonSI;\n");
    add_conversions(a, &t);
    add(a, &t, "end Units; package SIunits\n");
    add_units(a, &t);
    add(a, &t, "end SIunits; end Modelica;");
    VEC_ADD(a, &t, '\0');
    int32_t file = source_add(m, "built-in library", t.at, (uint32_t)(t.n - 1));
    return parse_file(m, names, file)->classes[0];
}
