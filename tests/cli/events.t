Events that do not end: what is said, once, and where a run ends.

$ cp $ROOT/tests/events/relay.mo .; saltus run relay.mo --method qss2 --no-plot --stats > a; sed -n 2p a; grep -c 'x < 0  ' a
relay.mo:9: note: x < 0: this guard chatters: 1024 events since t = 1.00151033, each within a few quanta of its zero (t = 1.00202233)
    = hint: the model slides along it; hysteresis wider than the quantum, or equations for sliding, would save these events
qss2, quantum max(0.001 |x|, 1e-06), t = 0 .. 2
1

$ saltus run relay.mo --method liqss1 --stop 1.1 --no-plot --quiet --stats json > a; grep outcome a
relay.mo:9: note: x < 0: this guard chatters: 1024 events since t = 1.0007667, each within a few quanta of its zero (t = 1.0015347)
    = hint: the model slides along it; hysteresis wider than the quantum, or equations for sliding, would save these events
  "outcome": "ok",

$ saltus run relay.mo --method liqss1 --stop 1.1 --no-plot -qq --stats json > a; grep outcome a
  "outcome": "ok",

$ saltus run relay.mo --method qss2 --tol 1e-1 --no-plot > a
relay.mo:9: note: x < 0: this guard chatters: 1024 events since ...
    = hint: the model slides along it; ...

$ saltus run relay.mo --method abm --no-plot --stats json > a; echo $?; grep 'outcome\|message' a
relay.mo:9: error: x < 0: this guard fires again and again... (t = 1)
    = hint: ...hysteresis...
1
  "outcome": "zeno",
  "message": "x < 0: this guard fires again and again...",

$ saltus compare relay.mo --methods qss3,abm --stop 1.01 --repeat 1 > a; grep '^qss3\|^abm' a
relay.mo:9: note: x < 0: this guard chatters: ...
    = hint: the model slides along it; ...
saltus: abm, 0.001: x < 0: this guard fires again and again... (t = 1)
qss3         0.001...
abm          0.001...zeno at t = 1

$ saltus run $ROOT/tests/events/hysteresis.mo --method qss2 --no-plot --stats json > a; grep outcome a
  "outcome": "ok",

$ printf 'model M\n  Real x(start = 1, fixed = true), e(start = 0, fixed = true);\nequation\n  der(x) = -x;\n  der(e) = 0;\n  when terminal() then\n    reinit(e, x);\n  end when;\nend M;\n' > t.mo; for m in qss3 liqss2 abm; do saltus run t.mo --stop 1 --method $m --tol 1e-6 -o t.csv -o t.seg --quiet; tail -1 t.csv | cut -c 1-7; tail -1 t.csv | cut -d, -f 3 | cut -c 1-5; saltus convert t.seg u.csv --interval 1 --quiet; tail -1 u.csv | cut -d, -f 3 | cut -c 1-5; done
1,0.367
0.367
0.367
1,0.367
0.367
0.367
1,0.367
0.367
0.367
