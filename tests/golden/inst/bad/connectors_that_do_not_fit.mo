connector Pin
  Real v;
  flow Real i;
end Pin;
connector Flange
  Real phi;
  flow Real tau;
end Flange;
connector Odd
  flow Real v;
  Real i;
end Odd;
connector More
  extends Pin;
  Real w;
end More;
connector Logic
  Boolean v;
  flow Real i;
end Logic;
connector Input = input Real;
connector Flag = input Boolean;
model A
  Pin pin;
  Flange flange;
  Odd odd;
  More more;
  Logic logic;
  Input u;
  Flag flag;
  Real x;
end A;
model c
  A a;
  Real y;
equation
  connect(a.pin, a.flange);
  connect(a.pin, a.odd);
  connect(a.pin, a.more);
  connect(a.more, a.pin);
  connect(a.pin, a.logic);
  connect(a.pin, a.u);
  connect(a.u, a.flag);
  connect(a.x, y);
  connect(a, a.pin);
  connect(a.nothing, a.pin);
  connect(b.pin, a.pin);
  connect(a.pin[2], a.pin);
  connect(A, a.pin);
end c;
