connector Pin
  Real v;
  flow Real i;
end Pin;
model A
  Pin p;
equation
  if cardinality(p) == 0 then
    p.i = 0;
  end if;
  Connections.root(p);
end A;
model c
  A a;
end c;
