//! tol 1e-6 1e-8
//! 1: r.v = 5 +- 0.001
//! 1: r.i = 0.5 +- 0.0002
model own_connectors
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model R
    parameter Real r = 10;
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
    v = r*i;
  end R;
  model V
    parameter Real V = 5;
    Pin p, n;
  equation
    p.v - n.v = V;
    p.i + n.i = 0;
  end V;
  model G
    Pin p;
  equation
    p.v = 0;
  end G;
  R r;
  V s;
  G g;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);
  connect(g.p, s.n);
  annotation(experiment(StopTime = 1));
end own_connectors;
