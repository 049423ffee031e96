The classic methods, in a program that was built without SUNDIALS: all of them are listed, none runs, and nothing else is in their way.

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
    = hint: --method liqss2 takes another one; 'saltus methods' lists them
[2]

$ saltus run m.mo --method qss3 --no-plot > a; sed -n 2p a
qss3, quantum max(0.001 |x|, 1e-06), t = 0 .. 1

$ saltus compare lotka > a; cut -c 1-23,110-140 a
lotka, t = 0 to 20, 100...
reference: qss4, 1e-05;...

method       tolerance ...
liqss2       0.001     ...
liqss3       0.001     ...
mliqss2      0.001     ...
qss3         0.001     ...
cvode        0.001     ...
esdirk43     0.001     ...
dopri5       0.001     ...

not built: the program ...

$ grep -c '   not built$' a
3
