within Circuits.Examples;
partial model Base "what all have"
  replaceable model Load = Resistor(R = 1) constrainedby OnePort(final unit = 1) "any load";
  replaceable package Medium = Air;
  replaceable Resistor r(R = 2), r2 constrainedby OnePort "kept" annotation(choices(choice(redeclare Capacitor r)));
  inner outer World world;
  Pin pin[n] if use and n > 1;
  flow Real i;
  stream Real h;
end Base;
model M "redeclarations in all forms"
  extends Base(redeclare model Load = Capacitor(C = 1e-6), redeclare final package Medium = Water, n = 3)
    annotation(Placement(x = 1));
  A a(redeclare each final replaceable model B = C constrainedby D(x = 1) "why", y = 2);
  A b(replaceable Real x = 3 "a value", each final z(start = 1), redeclare parameter Integer k[3](min = 0) = {1, 2, 3});
  A c(redeclare replaceable .Lib.Diode d(Vt = 0.1) constrainedby .Lib.OnePort);
  A e(final redeclare type T = Real[3](unit = "V"), redeclare type E = enumeration(a "first", b));
  connector RealInput = input Real "signal";
  connector Pins = Pin[3](each v(start = 1));
  type E = enumeration(red "1", green "2" annotation(x = 1), blue);
  redeclare replaceable model X = Y;
  redeclare Real f = 1;
  'a.b[1]' 'c.d';
end M;
