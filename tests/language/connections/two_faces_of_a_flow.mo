// Resistors in two levels of arrays: a ladder of N stages of M parallel resistors each, and a ground.
connector Pin
  Real v;
  flow Real i;
end Pin;
model Resistor
  parameter Real R = 1;
  Pin p, n;
equation
  R*p.i = p.v - n.v;
  p.i + n.i = 0;
end Resistor;
model Stage
  parameter Integer M = 2;
  parameter Real R = 1;
  Pin p, n;
  Resistor r[M](each R = R);
equation
  for k in 1:M loop
    connect(p, r[k].p);
    connect(r[k].n, n);
  end for;
end Stage;
model Source
  Pin p;
equation
  p.v = 12;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model two_faces_of_a_flow
  parameter Integer N = 3;
  Stage stage[N](each M = 6, R = {6, 12, 18});
  Source source;
  Ground ground, far;
  Real x(start = 1, fixed = true);
equation
  connect(source.p, stage[1].p);
  connect(stage[N].n, ground.p);
  for k in 1:N-1 loop
    connect(stage[k].n, stage[k+1].p);
  end for;
  der(x) = -stage[2].r[4].p.i*x;
//! 1: x = 0.716531 +- 2e-3
//! 1: stage[2].r[4].p.i = 0.333333333 +- 1e-8
//! 1: stage[1].p.i = 2 +- 1e-12
//! 1: stage[3].n.i = -2 +- 1e-12
//! 1: stage[3].p.v = 6 +- 1e-12
//! 1: ground.p.i = 2 +- 1e-12
//! 1: far.p.i = 0
  annotation(experiment(StopTime = 1));
end two_faces_of_a_flow;
