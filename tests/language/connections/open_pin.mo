//! 1: x = 1 +- 1e-3
model open_pin "a pin that a wire was forgotten at; the end of a shaft may be free"
  connector Pin
    Real v(unit = "V");
    flow Real i(unit = "A");
  end Pin;
  connector Flange
    Real phi(unit = "rad");
    flow Real tau(unit = "N.m");
  end Flange;
  model Wire
    Pin p, n;
  equation
    p.v = n.v;
    p.i + n.i = 0;
  end Wire;
  model Source
    Pin p;
  equation
    p.v = 1;
  end Source;
  model Double "its own wire is open, which is its own matter"
    Pin p;
    Wire stub;
  equation
    connect(p, stub.p);
  end Double;
  model Shaft
    Flange a;
  equation
    a.phi = 2;
  end Shaft;
  Source source;
  Wire forgotten, row[2], none if false;
  Double double;
  Shaft shaft;
  Real x(start = 0, fixed = true);
equation
  connect(source.p, forgotten.p);
  connect(source.p, row[1].p);
  connect(row[1].n, row[2].p);
  connect(source.p, double.p);
  der(x) = forgotten.n.v;
end open_pin;
