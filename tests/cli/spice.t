A netlist is a model. What is not understood is named with its line.

$ printf 'rc\nV1 in 0 5\nR1 in out 1k\nC1 out 0 1u IC=0\n.tran 1u 5m uic\n.end\n' > rc.cir; saltus convert rc.cir -
model rc "rc"
  import Saltus.Electrical;
  import Saltus.Spice;
  import Saltus.Electrical.Interfaces.Pin;

  Pin in_1 "node in";
  Pin out;
  Electrical.ConstantVoltage V1(V = 5);
  Electrical.Resistor R1(R = 1000);
  Electrical.Capacitor C1(C = 1e-06);
  Electrical.Ground gnd;
equation
  connect(V1.p, in_1); connect(V1.n, gnd.p);
  connect(R1.p, in_1); connect(R1.n, out);
  connect(C1.p, out); connect(C1.n, gnd.p);
initial equation
  C1.v = 0;
  annotation(experiment(StopTime = 0.005, Interval = 1e-06));
end rc;

$ saltus run rc.cir --quiet --measure 'max(out.v)'
max(out.v)     4.96632 V     0 .. 0.005 s

$ saltus convert rc.cir rc.csv
saltus: a netlist becomes a .mo file, not 'rc.csv'
[2]

$ printf 't\nV1 a 0 5\nR1 a b 4k7\nZ1 a b 1\nD1 a 0 DX\nQ1 a b 0 DM\nX1 a b amp\n.model DM D(IS=1n FOO=1)\n.weird 1\n.tran 1u 1m\n.end\n' > bad.cir; saltus check bad.cir
bad.cir:3:8: error: '4k7' is not a number that all programs read alike
    3 | R1 a b 4k7
      |        ^^^
      = hint: write 4.7k for 4k7
bad.cir:4:1: error: Z1: parts of this kind are not supported
    4 | Z1 a b 1
      | ^^
bad.cir:9:1: error: '.weird' is not supported
    9 | .weird 1
      | ^^^^^^
[3]

$ printf 't\nV1 a 0 5\nR1 a b 1k\nD1 b 0 DX\nQ1 a b 0 DM\nX1 a b amp\nR2 a b {foo*2}\nR3 b 0 1\nK1 L1 L2 0.5\n.model DM D(IS=1n FOO=1)\n.tran 1u 1m\n.end\n' > bad2.cir; saltus check bad2.cir
bad2.cir:4:8: error: there is no model 'DX'
    4 | D1 b 0 DX
      |        ^^
bad2.cir:5:10: error: 'DM' is a model of the type 'D', which does not fit
    5 | Q1 a b 0 DM
      |          ^^
bad2.cir:6:8: error: there is no subcircuit 'amp'
    6 | X1 a b amp
      |        ^^^
bad2.cir:7:9: error: there is no parameter 'foo'
    7 | R2 a b {foo*2}
      |         ^^^
bad2.cir:9:4: error: there is no inductor 'L1'
    9 | K1 L1 L2 0.5
      |    ^^
bad2.cir:9:7: error: there is no inductor 'L2'
    9 | K1 L1 L2 0.5
      |       ^^
bad2.cir:10:19: warning: the parameter 'FOO' of the model has no effect
   10 | .model DM D(IS=1n FOO=1)
      |                   ^^^
[3]

$ printf 't\nR1 a 0 1\n.include nowhere.lib\n.subckt x a\n.ac dec 1 1 10\n' > bad3.cir; saltus check bad3.cir
bad3.cir:1:1: error: there is no .tran: it says until when to simulate
    1 | t
      | ^
      = hint: .tran 1u 10m
bad3.cir:3:10: error: 'nowhere.lib' cannot be opened
    3 | .include nowhere.lib
      |          ^^^^^^^^^^^
bad3.cir:4:9: error: the subcircuit 'x' is not ended by .ends
    4 | .subckt x a
      |         ^
bad3.cir:5:1: warning: .ac is not made: only .tran is
    5 | .ac dec 1 1 10
      | ^^^
[3]

$ printf 't\nV1 a 0 PULSE(0 1 0 4u 1u 0.5u 5u)\nR1 a 0 1\n.tran 1u 20u\n' > saw.cir; saltus run saw.cir --quiet 2>&1 | sed 's/.*error/error/'; printf 't\nV1 a 0 PULSE(0 1 0 4u 1u)\nR1 a 0 1\n.tran 1u 20u\n' > step.cir; saltus run step.cir --quiet --measure 'mean(a.v)'
error: pre(V1.next) <= time: PULSE: TR + PW + TF must not be longer than PER (t = 5e-06)
mean(a.v)         0.9 V     0 .. 2e-05 s

$ printf 't\nV1 a 0 5\nM1 a a 0 0 MN AD=1p NRS=1\nD1 a b DI 2\nR1 b 0 1k\n.model MN NMOS(VTO=1)\n.model DI D(Ron=1 Roff=1meg Vfwd=0.6)\n.tran 1u 1m\n' > idle.cir; saltus check idle.cir
idle.cir:3:15: warning: ad of M1 has no effect
    3 | M1 a a 0 0 MN AD=1p NRS=1
      |               ^^
idle.cir:3:21: warning: nrs of M1 has no effect
    3 | M1 a a 0 0 MN AD=1p NRS=1
      |                     ^^^
idle.cir:4:11: warning: area of D1 has no effect
    4 | D1 a b DI 2
      |           ^
idle.cir: fine (model idle: 2 discretes, 83 outputs, 1 guard)
