What the tables of the methods say, with SUNDIALS and without (missing.t).

$ saltus methods
Quantized states: every state moves by itself. The bound is that of |q - x|, in quanta.

method       order  bound  what it is
qss1             1      1  explicit quantized-state method of order 1
qss2             2      1  explicit quantized-state method of order 2
qss3             3      1  explicit quantized-state method of order 3
qss4             4      1  explicit quantized-state method of order 4
bqss             1   1.01  backward quantization, first order
cqss             1   1.51  centred quantization, first order
liqss1           1      2  linearly implicit quantized-state method of order 1
liqss1-2018      1      2  linearly implicit method of order 1, restated in 2018
liqss2           2      2  improved linearly implicit method of order 2
liqss2-2013      2      2  linearly implicit quantized-state method of order 2
liqss3           3      2  linearly implicit quantized-state method of order 3
liqss4           4      2  linearly implicit quantized-state method of order 4
mliqss1          1      2  modified linearly implicit method of order 1
mliqss2          2      2  modified linearly implicit method of order 2
rliqss2          2      2  linearly implicit method of order 2 with Radau's difference of x and q
auto             2    2.5  linearly implicit method of order 2, with steps of many states together

Exact: linear parts go from event to event, right up to rounding.

method                     what it is
exact                      from event to event by the flow of linear equations

Adams: all states move together, up to an event that is seen before the step.

method       order         what it is
abm              4         Adams-Bashforth-Moulton, events seen before the step

Classic: all states move together, by the solvers of SUNDIALS.
...uil... SUNDIALS...

method       order         what it is
cvode            5         ...BDF of variable order 1-5 with Newton's method (CVODE)
cvode-adams     12         ...Adams-Moulton of variable order 1-12 (CVODE)
ida              5         ...BDF of variable order 1-5 on x' - f(x) = 0 (IDA)
esdirk32         3         ...ESDIRK 3(2), L-stable, stiffly accurate (ARKODE)
esdirk43         4         ...ESDIRK 4(3), L-stable, stiffly accurate (ARKODE)
dopri5           5         ...Dormand-Prince 5(4), explicit (ARKODE)

$ saltus methods mliqss2
mliqss2: modified linearly implicit method of order 2

Stiff models in which pairs of states drive each other: switched converters,
reaction networks. As liqss2 where there are no such pairs, at slightly higher
cost per step.

    order     2
    bound     |q - x| <= 2 quanta
    options   theta band contact refresh
    source    [dmk18] in docs/refs.bib
    try       saltus run tyson --method mliqss2

$ saltus methods liqs2
saltus: there is no method 'liqs2'
    = hint: did you mean 'liqss2'? 'saltus methods' lists them all
[2]

$ saltus methods abm
abm: Adams-Bashforth-Moulton, events seen before the step

Smooth models with events and domains. All states move together, by a predictor
and a corrector of order 1 to 4 with steps after the error. Guards are
extrapolated, so that steps end at events; a unilateral guard is approached from
one side, and nothing is evaluated beyond it. Not for stiff models.

    order     4
    bound     none; the error of a step is kept below REL*|x| + ABS
    options   max_order max_step detector gamma
    source    [ek07] in docs/refs.bib
    try       saltus run bounce --method abm
