//! 0.5: both.y = false
//! 1.5: both.y = true
//! 0.5: one.y = true
//! 3.5: one.y = false
//! 0.5: different.y = true
//! 1.5: different.y = false
//! 0.5: contrary.y = false
//! 2.5: contrary.y = true
//! 0.5: choice.y = 10 +- 1e-12
//! 2.5: choice.y = 20 +- 1e-12
//! 0.5: number.y = 7 +- 1e-12
//! 3.5: number.y = -7 +- 1e-12
//! 4.5: edges = 1 +- 0
//! 0.5: memory.q = true
//! 1.5: memory.q = false
//! 1.5: memory.qn = true
//! 4.5: memory.q = true
model logic "a on 0..2 and 4..6, b on 1..3; what is true at the start is no edge"
  import Saltus.Blocks.*;
  BooleanPulse a(period = 4), b(period = 100, width = 0.02, startTime = 1);
  And both;
  Or one;
  Xor different;
  Not contrary;
  Constant ten(k = 10), twenty(k = 20);
  Switch choice;
  BooleanToReal number(realTrue = 7, realFalse = -7);
  Edge rise;
  RSFlipFlop memory;
  discrete Integer edges(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  connect(a.y, both.u1);
  connect(b.y, both.u2);
  connect(a.y, one.u1);
  connect(b.y, one.u2);
  connect(a.y, different.u1);
  connect(b.y, different.u2);
  connect(a.y, contrary.u);
  connect(ten.y, choice.u1);
  connect(twenty.y, choice.u2);
  connect(a.y, choice.control);
  connect(a.y, number.u);
  connect(a.y, rise.u);
  connect(a.y, memory.s);
  connect(b.y, memory.r);
  when rise.y then
    edges = pre(edges) + 1;
  end when;
  der(x) = number.y;
  annotation(experiment(StopTime = 5));
end logic;
