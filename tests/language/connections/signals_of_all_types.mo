// Signals through two levels, from the one source of each; arrays; Booleans and Integers.
connector RealIn = input Real;
connector RealOut = output Real;
connector BooleanIn = input Boolean;
connector BooleanOut = output Boolean;
connector IntegerIn = input Integer;
connector IntegerOut = output Integer;
block Gain
  parameter Real k = 1;
  RealIn u;
  RealOut y;
equation
  y = k*u;
end Gain;
block Twice
  RealIn u;
  RealOut y;
  Gain g(k = 2);
equation
  connect(u, g.u);
  connect(g.y, y);
end Twice;
block Count
  BooleanIn u;
  IntegerOut y(start = 0, fixed = true);
equation
  when u then
    y = pre(y) + 1;
  end when;
end Count;
block Above
  RealIn u;
  BooleanOut y;
equation
  y = u > 0.45;
end Above;
block Hold
  IntegerIn u;
  RealOut y;
equation
  y = u;
end Hold;
model signals_of_all_types
  Twice twice[3];
  Gain last;
  Above above;
  Count count;
  Hold hold;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  twice[1].u = x;
  for i in 1:2 loop
    connect(twice[i].y, twice[i+1].u);
  end for;
  connect(last.u, twice[3].y);
  connect(twice[3].y, above.u);
  connect(above.y, count.u);
  connect(count.y, hold.u);
//! 0.05: hold.y = 0
//! 0.1: hold.y = 1
//! 0.1: last.y = 0.8 +- 1e-9
//! 0.1: above.y = true
  annotation(experiment(StopTime = 1));
end signals_of_all_types;
