The command, built without SUNDIALS, LAPACK and cairo. All classic methods are listed, none runs, and nothing else is in their way.

$ saltus methods > a; tail -10 a
Classic: all states move together, by the solvers of SUNDIALS.
Not built: the program was built without SUNDIALS; 'make sundials' gets it, then build again.

method       order         what it is
cvode            5         (not built) BDF of variable order 1-5 with Newton's method (CVODE)
cvode-adams     12         (not built) Adams-Moulton of variable order 1-12 (CVODE)
ida              5         (not built) BDF of variable order 1-5 on x' - f(x) = 0 (IDA)
esdirk32         3         (not built) ESDIRK 3(2), L-stable, stiffly accurate (ARKODE)
esdirk43         4         (not built) ESDIRK 4(3), L-stable, stiffly accurate (ARKODE)
dopri5           5         (not built) Dormand-Prince 5(4), explicit (ARKODE)

$ saltus run lotka --method cvode
saltus: the method 'cvode' is not built
    = hint: built without SUNDIALS; 'make sundials' gets it, then build again
[2]

$ saltus sweep lotka --set a=1,2 --method ida -o s.csv
saltus: the method 'ida' is not built
    = hint: built without SUNDIALS; 'make sundials' gets it, then build again
[2]

$ printf 'model M\n  Real x(start = 1);\nequation\n  der(x) = -x;\nannotation(experiment(MMO_Solver = DASSL, StopTime = 1));\nend M;\n' > m.mo; saltus run m.mo
saltus: model M asks for the method 'ida', which is not built
    = hint: built without SUNDIALS; 'make sundials' gets it, then build again
    = hint: --method auto takes another one; 'saltus methods' lists them
[2]

$ saltus run m.mo --method qss3 --no-plot > a; sed -n 2p a
qss3, quantum max(0.001 |x|, 1e-06), t = 0 .. 1

$ saltus compare lotka > a; awk 'NF { print $1, $2 }' a
lotka, t
reference: qss4,
method tolerance
auto 0.001
liqss2 0.001
liqss3 0.001
mliqss2 0.001
qss3 0.001
cvode 0.001
esdirk43 0.001
dopri5 0.001
not built:

$ grep -c '   not built$' a
3

$ saltus bound lotka
saltus: this saltus was built without LAPACK, which 'bound' needs
    = hint: install the Debian package liblapack-dev and build again
[1]

$ saltus explain lotka > a; sed -n '/^Method/,$p' a
Method
  Pilot run to t = 20: 923 steps, 0 events; the Jacobian at 59 points, largest decay rate of a state 3.04.
  Try qss3.
  Not stiff: steps as long as accuracy allows are at most 0.15 times the time constant of their state.
  Without --method qss3 the default is used, auto.

$ saltus run lotka --plot=x.png --quiet
saltus: x.png: this saltus was built without cairo and cannot write .png
    = hint: write .svg, or install libcairo2-dev and build again
[1]

$ saltus run lotka --plot=x.pdf --quiet
saltus: x.pdf: this saltus was built without cairo and cannot write .pdf
    = hint: write .svg, or install libcairo2-dev and build again
[1]

$ : > x.fmu; saltus run x.fmu
error: x.fmu: this saltus was built without libzip and cannot open FMUs (package libzip-dev)
[3]
