//! 1: r.p.v[2] = 2 +- 1e-9
//! 1: s.p.i[1] = -1 +- 1e-9
model bus_of_two
  "a connector of arrays"
  connector Bus Real v[2]; flow Real i[2]; end Bus;
  model S Bus p; equation p.v = {1, 2}; end S;
  model R Bus p; equation p.i = p.v; end R;
  S s; R r;
equation
  connect(s.p, r.p);
end bus_of_two;
