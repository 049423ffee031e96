Global error bounds: of a linear model, of others, and where there is none.

$ saltus bound stiff2 --tol 0,1
stiff2: 2 states, linearised at t = 0
The model is linear: what follows holds for all values of its states.

Eigenvalues
  -0.010001
  -99.99

Stiffness ratio 9998, condition of the eigenvectors 3.41

Quantum 1 in all states.

Bound of |error|, for all times
state          value     quantum        qss1        bqss        cqss      liqss1        auto
x1                 0           1           1        3.03       4.531       2.001       2.501
x2                20           1       3.001       5.051       7.552       6.001       7.502

qss1, qss2, qss3, qss4: |q - x| <= 1 quanta; formula (2)
bqss: |q - x| <= 1.01 quanta; formula (3)
cqss: |q - x| <= 1.51 quanta; formula (3)
liqss1, liqss1-2018, liqss2, liqss2-2013, liqss3, liqss4, mliqss1, mliqss2, rliqss2: |q - x| <= 2 quanta; formula (2)
auto: |q - x| <= 2.5 quanta; formula (2)
auto: as long as its states are quantized; run --together false keeps them so
Formulas: docs/bound.md

$ saltus bound stiff2 --tol 0,0.1 --want 0.01 --method liqss2
stiff2: 2 states, linearised at t = 0
The model is linear: what follows holds for all values of its states.

Eigenvalues
  -0.010001
  -99.99

Stiffness ratio 9998, condition of the eigenvectors 3.41

Quantum 0.1 in all states.

Bound of |error|, for all times
state          value     quantum      liqss2
x1                 0         0.1      0.2001
x2                20         0.1      0.6001

Quantum, the same in all states, for errors up to 0.01
             liqss2
all        0.001666
x1         0.004998
x2         0.001666
(--tol 0,QUANTUM makes it the same everywhere; the line of a state counts that state alone.)

liqss2: |q - x| <= 2 quanta; formula (2)
Formulas: docs/bound.md

$ saltus bound oscillator
oscillator: 2 states, linearised at t = 0
The model is linear: what follows holds for all values of its states.

Eigenvalues
  0 +- 1i

Condition of the eigenvectors 4e+03

No finite bound: the linear model is marginally stable. Not decaying:
  0 +- 1i
Errors do not fade in such a mode and may add up over a run. Compare two tolerances instead: saltus compare.

$ saltus bound lotka --at 3
lotka: 2 states, linearised at t = 3
The model is not linear: this is its linear model at that point, and what follows
holds as long as the run stays near it.

Eigenvalues
  -1.2199 +- 1.0955i

Stiffness ratio 1, condition of the eigenvectors 2.99

Quanta from 0.0009709 to 0.001911.
They are relative and as they are at this point; when states grow they grow, and the bound with them.
--tol 0,QUANTUM makes them constant.

Bound of |error|, as long as the run stays near this point
state            value     quantum        qss1        bqss        cqss      liqss1        auto
prey            0.9709   0.0009709    0.005847    0.009756     0.01299    0.009745     0.01169
predators        1.911    0.001911    0.008203     0.01369     0.01822     0.01367     0.01641

qss1, qss2, qss3, qss4: |q - x| <= 1.5 quanta, with the rest of cut-off series; formula (2)
bqss: |q - x| <= 1.51 quanta, with the rest of cut-off series; formula (3)
cqss: |q - x| <= 2.01 quanta, with the rest of cut-off series; formula (3)
liqss1, liqss1-2018, liqss2, liqss2-2013, liqss3, liqss4, mliqss1, mliqss2, rliqss2: |q - x| <= 2.5 quanta, with the rest of cut-off series; formula (2)
auto: |q - x| <= 3 quanta, with the rest of cut-off series; formula (2)
auto: as long as its states are quantized; run --together false keeps them so
Formulas: docs/bound.md

$ saltus bound vanderpol --at 500 --tol 1e-3,1e-6
vanderpol: 2 states, linearised at t = 500
The model is not linear: this is its linear model at that point, and what follows
holds as long as the run stays near it.

Eigenvalues
  0.0014787
  -1549.68

Stiffness ratio 1.048e+06, condition of the eigenvectors 6.31

No finite bound: the linear model is unstable. Not decaying:
  0.0014787
Errors grow with such a mode, whatever the method. Compare two tolerances instead: saltus compare.

$ saltus bound buck --at 0.0012 --tol 0,1e-3
buck: 2 states, linearised at t = 0.0012
The model is linear between events: what follows holds for all values of its states.
It has events: the bound is that of the present mode; an event that comes a little too early or too late,
and what it changes, is not in it.

Eigenvalues
  -500.005 +- 9987.49i

Stiffness ratio 1, condition of the eigenvectors 2

Quantum 0.001 in all states.

Bound of |error|, for all times
state          value     quantum        qss1        bqss        cqss      liqss1        auto
VC             15.92       0.001     0.04005     0.04247      0.0635      0.0801      0.1001
IL        -7.843e-06       0.001     0.04005     0.04247      0.0635      0.0801      0.1001

qss1, qss2, qss3, qss4: |q - x| <= 1 quanta; formula (2)
bqss: |q - x| <= 1.01 quanta; formula (3)
cqss: |q - x| <= 1.51 quanta; formula (3)
liqss1, liqss1-2018, liqss2, liqss2-2013, liqss3, liqss4, mliqss1, mliqss2, rliqss2: |q - x| <= 2 quanta; formula (2)
auto: |q - x| <= 2.5 quanta; formula (2)
auto: as long as its states are quantized; run --together false keeps them so
Formulas: docs/bound.md

$ saltus bound inverters --set N=5 --at 9 --tol 1e-3,1e-3 --method liqss2
inverters: 5 states, linearised at t = 9
The model is not linear, or reads the time: this is its linear model at that point, and what follows
holds as long as the run stays near it.
It has events: the bound is that of the present mode; an event that comes a little too early or too late,
and what it changes, is not in it.

Eigenvalues
  -1
  -1
  -599.068
  -675.132
  -717.64

Stiffness ratio 717.6, condition of the eigenvectors 1.02

Quanta from 0.001 to 0.00459.
They are relative and as they are at this point; when states grow they grow, and the bound with them.
--tol 0,QUANTUM makes them constant.

Bound of |error|, as long as the run stays near this point
state          value     quantum      liqss2
w[1]        0.009662       0.001      0.0025
w[2]            4.59     0.00459     0.01148
w[3]        0.006956       0.001    0.002545
w[4]           4.378    0.004378     0.01095
w[5]        0.007469       0.001    0.002549

liqss2: |q - x| <= 2.5 quanta, with the rest of cut-off series; formula (2)
Formulas: docs/bound.md

$ saltus bound inverters --set N=5000
saltus: 5000 states are too many for the eigenvalues of a full matrix; the limit is 1500
    = hint: make the model smaller with --set, if it has a size
[1]

$ saltus bound stiff2 --at -1
saltus: --at -1 lies before the start, 0
[2]

$ saltus bound stiff3
saltus: there is no model 'stiff3', neither as a file nor in the gallery
    = hint: did you mean 'stiff2'? 'saltus models' lists the gallery
[2]

$ saltus bound stiff2 --want 0
saltus: --want: '0' is not a number greater than 0
    = hint: for example: 0.5, 10 or 1e-3
[2]

$ cat > d.mo <<'END'
> model d
>   Real x(start = 1, fixed = true);
> equation
>   der(x) = -delay(x, 1);
> end d;
> END
$ saltus bound d.mo
saltus: 'd' has delays: its linear model has infinitely many eigenvalues, and these bounds do not apply
[1]

$ cat > j.mo <<'END'
> model j "not diagonalisable"
>   Real x(start = 1, fixed = true), y(start = 1, fixed = true);
> equation
>   der(x) = -x + y;
>   der(y) = -y;
> end j;
> END
$ saltus bound j.mo
j: 2 states, linearised at t = 0
The model is linear: what follows holds for all values of its states.

Eigenvalues
  -1
  -1

Stiffness ratio 1, condition of the eigenvectors 9.01e+15

No bound: the eigenvectors of the linear model depend on each other, or so nearly that the formula,
which needs the inverse of their matrix, says nothing.

$ cat > n.mo <<'END'
> model n "no states"
>   Real y = sin(time);
> end n;
> END
$ saltus bound n.mo
saltus: 'n' has no states: there is nothing to integrate
[1]
