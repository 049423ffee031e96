Methods that move all states together: what is said of them, and what is not. Their counts are not part of it.

$ saltus methods cvode
cvode: BDF of variable order 1-5 with Newton's method (CVODE)

Stiff models with few events, from moderate accuracy to high. The exact sparse
Jacobian of the model is factored by KLU. After an event it restarts with order
1.

    order     5
    bound     none; the error of a step is kept below REL*|x| + ABS
    options   max_order max_step
    source    [hbg05] in docs/refs.bib
    built     with SUNDIALS ..., KLU ...
    try       saltus run stiff2 --method cvode

$ saltus run lotka --method cvode --stats --no-estimate > a; head -6 a; grep -c busiest a || true
lotka: Predators and prey
cvode, tolerance 0.001 |x| + 1e-06, t = 0 .. 20

  states                              2
  steps                             ...   of all states together
...
0

$ saltus run bounce --method dopri5 --stats > a; grep -c 'busiest states' a; grep -c 'busiest guards' a; grep 'restarts\|events ' a
0
1
  restarts                            6   after events
  events                             12
busiest guards                                 events    share

$ saltus run bounce --method esdirk43 --stats json > a.json; python3 -c "
> import json
> a = json.load(open('a.json'))
> print(a['method'], a['outcome'], a['events'], a['restarts'] > 0, a['iterations'] > 0, a['factorizations'] > 0, a['steps_by_state'])"
esdirk43 ok 12 True True True {}

$ for m in abm cvode cvode-adams ida esdirk32 esdirk43 dopri5; do
>   saltus run bounce --method $m --tol 1e-5 --quiet -o $m.seg -o $m.csv -o $m.mat --plot $m.svg && python3 - $m << 'EOF'
> import csv, sys
> rows = list(csv.DictReader(open(sys.argv[1] + '.csv')))
> print(sys.argv[1], len(rows), '%.3f %.3f' % (float(rows[-1]['h']), float(rows[-1]['v'])))
> EOF
> done
abm 301 0.069 -0.015
cvode 301 0.069 -0.015
cvode-adams 301 0.069 -0.015
ida 301 0.069 -0.015
esdirk32 301 0.069 -0.015
esdirk43 301 0.069 -0.015
dopri5 301 0.069 -0.015

$ saltus convert cvode.seg again.csv --interval 1 --quiet; cut -c 1-7 again.csv
time,h,
0,1,0
1,0.467
2,0.260
3,0.068

$ printf 'model M\n  Real x(start = 1, fixed = true), e(start = 0, fixed = true);\nequation\n  der(x) = -x;\n  der(e) = 0;\n  when terminal() then\n    reinit(e, x);\n  end when;\nend M;\n' > t.mo; for m in cvode cvode-adams ida esdirk32 esdirk43 dopri5; do saltus run t.mo --stop 1 --method $m --tol 1e-6 -o end.csv --quiet; tail -1 end.csv | cut -d, -f 3 | cut -c 1-5; done
0.367
0.367
0.367
0.367
0.367
0.367

$ saltus run lotka --method cvode --max-events 50 --no-plot > a; sed -n 2p a
error: max_events steps and events have been made (t = 3...)
cvode, tolerance 0.001 |x| + 1e-06, t = 0 .. 3... of 20: max_events

$ saltus compare lotka --methods qss3,cvode-adams,dopri5 --tol 1e-6 > a; cut -c 1-23 a | tail -4
method       tolerance 
qss3         1e-06     
cvode-adams  1e-06     
dopri5       1e-06     

$ saltus compare lotka > a; cut -c 1-23 a | tail -8
auto         0.001     
liqss2       0.001     
liqss3       0.001     
mliqss2      0.001     
qss3         0.001     
cvode        0.001     
esdirk43     0.001     
dopri5       0.001     

$ saltus sweep bounce --set e=0.75,0.8 --method dopri5 --quiet -o s.csv; cut -d, -f 1-4 s.csv
cell,e,outcome,t_end
0,0.75,ok,3
1,0.8,ok,3

$ saltus run lotka --method dopri5 --max-order 3 --max-step 0.1 --theta 1.5 --no-plot > a
saltus: warning: --theta has no effect: dopri5 does not listen to it
saltus: warning: --max-order has no effect: dopri5 does not listen to it

$ saltus run lotka --method abm --max-order 2 --gamma 0.1 --detector endpoint --no-plot --no-estimate > a
$ saltus run lotka --gamma 1
saltus: --gamma: 1 is not at least 0 and below 1
[2]

$ saltus run lotka --detector guess
saltus: --detector: 'guess' is not one of extrapolate, interpolate or endpoint
[2]

$ saltus compare lotka --methods qss3,qss2 --max-order 3 > a
saltus: warning: --max-order has no effect: none of these methods listens to it

$ saltus run lotka --method-of prey=cvode
saltus: --method-of: 'cvode' moves all states together; it cannot be the method of single ones
    = hint: --method cvode is for all states
[2]

$ saltus run lotka --method cvode --method-of prey=qss3
error: cvode: this method moves all states together: none can have another one
    = hint: a quantized-state method, or rules with tolerances only
[2]

$ saltus bound stiff2 --method cvode
saltus: --method: 'cvode' has no quantum, from which the bound would follow; its tolerance is that of a single step, and how errors add up is not known in advance
    = hint: measure it: saltus compare stiff2 --methods cvode --tol 1e-3 --tol 1e-4
[2]

$ saltus run stiff2 --method dopri5 --stats > a; tail -1 a
To try: --method cvode or liqss2, because x2 is stiff: in one step of dopri5 it would decay ... times, and longer ones would not be stable

$ saltus run buck --method cvode --stats > a; tail -1 a
To try: a quantized-state method, --method liqss2 or mliqss2: there was a new beginning after ... events, one in ... steps, and quantized states need none

$ printf 'model M\n  Real x(start = 1);\nequation\n  der(x) = -x;\nannotation(__Saltus_method = "cvode", experiment(StopTime = 1));\nend M;\n' > m.mo; saltus run m.mo --stats > a; head -2 a; saltus bound m.mo > b; head -1 b; saltus explain m.mo > c; tail -2 c
M
cvode, tolerance 0.001 |x| + 1e-06, t = 0 .. 1
M: 1 state, linearised at t = 0
  Not stiff: steps as long as accuracy allows are at most 0.062 times the time constant of their state.
  The model itself asks for cvode, and gets it without --method. Measure both: saltus compare m.mo --methods cvode,qss3

$ printf 'model M\n  Real x(start = 1) annotation(__Saltus_method = "cvode");\nequation\n  der(x) = -x;\nend M;\n' > n.mo; saltus check n.mo
n.mo:2:50: error: 'cvode' moves all states together
    2 |   Real x(start = 1) annotation(__Saltus_method = "cvode");
      |                                                  ^^^^^^^
      = hint: it can be the method of the whole model, not of one variable
[3]

$ printf '{"model": "lotka", "method": "abm", "detector": "guess", "gamma": 2, "max_step": 0, "sets": {"a": [1]}}' > s.json; saltus sweep s.json
saltus: s.json: max_step: 0 is not above 0
saltus: s.json: detector: 'guess' is not one of extrapolate, interpolate or endpoint
saltus: s.json: gamma: 2 is not at least 0 and below 1
[2]

$ printf '{"model": "lotka", "method": "qss3", "method_of": {"prey": "abm"}, "sets": {"a": [1]}}' > s.json; saltus sweep s.json
saltus: method_of: 'abm' moves all states together; it cannot be the method of single ones
[2]

$ printf 'model M\n  Real x(start = 0), y(start = 1);\n  Integer n;\nequation\n  der(x) = y;\n  der(y) = -x + n;\n  when x > 0.5 and y > 0.2 then\n    n = pre(n) + 1;\n  end when annotation(__Saltus_unilateral = true);\nend M;\n' > p.mo; saltus run p.mo --stop 1 --stats json --quiet -o p.seg > a; grep events_by a; strings p.seg | grep -c '^y > 0.2' || true
  "events_by_guard": {"x > 0.5 and y > 0.2": 1},
0

$ printf '{"model": "lotka", "method": "abm", "detector": "interpolate", "gamma": 0.1, "max_step": 0.5, "max_order": 2, "sets": {"a": [0.5, 0.6]}}' > s.json; saltus sweep s.json --quiet -o t.csv; cut -d, -f 1-4 t.csv
cell,a,outcome,t_end
0,0.5,ok,20
1,0.6,ok,20

$ for s in DASSL IDA CVODE_BDF CVODE_AM DOPRI; do printf 'model M\n  Real x(start = 1);\nequation\n  der(x) = -x;\nannotation(experiment(MMO_Solver = %s, StopTime = 1, Tolerance = 1e-3, AbsTolerance = 1e-6));\nend M;\n' $s > o.mo; saltus run o.mo --no-plot > a; sed -n 2p a; done
ida, tolerance 0.001 |x| + 1e-06, t = 0 .. 1
ida, tolerance 0.001 |x| + 1e-06, t = 0 .. 1
cvode, tolerance 0.001 |x| + 1e-06, t = 0 .. 1
cvode-adams, tolerance 0.001 |x| + 1e-06, t = 0 .. 1
dopri5, tolerance 0.001 |x| + 1e-06, t = 0 .. 1

$ sed s/DOPRI/ROS4/ o.mo > r.mo; saltus check r.mo
r.mo:5:36: error: unknown solver 'ROS4'
    5 | annotation(experiment(MMO_Solver = ROS4, StopTime = 1, Tolerance = 1e-3, AbsTolerance = 1e-6));
      |                                    ^^^^
      = hint: QSS to QSS4, CQSS, LIQSS to LIQSS3, mLIQSS, mLIQSS2, DASSL, DOPRI, CVODE_BDF, CVODE_AM and IDA are known
[3]

$ printf 't\nV1 a b SIN(0 20 50)\nD1 a p DM\nD2 b p DM\nD3 0 a DM\nD4 0 b DM\nC1 p 0 470u\nR1 p 0 100\n.model DM D(IS=1n N=1.8)\n.tran 20u 60m\n' > bridge.cir; for m in cvode ida cvode-adams; do saltus run bridge.cir --method $m --tol 1e-3 --interval 1m --vars p.v -o - -qq | awk -F, 'END {print ($2 > 16 && $2 < 17) ? "charged" : $2}'; done
charged
charged
charged
