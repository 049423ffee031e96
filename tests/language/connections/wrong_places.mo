connector Pin
  Real v;
  flow Real i;
end Pin;
model Part
  Pin p[3], n[4], m;
  parameter Boolean some = false;
  Pin k if some;
  Real x = k.v;
end Part;
model wrong_places
  Part a, b;
  Boolean on = time > 1;
equation
  connect(a.p, b.n);
  if on then
    connect(a.m, b.m);
  end if;
  when on then
    connect(a.m, b.m);
  end when;
end wrong_places;
