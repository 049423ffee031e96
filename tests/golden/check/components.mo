model Resistor
  Real v;
end Resistor;
connector Pin
  Real v;
end Pin;
record R
  Real a;
end R;
model M
  Resistor R1(v = 3);
  Pin p;
  R r;
  f g;
  function f
    input Real u;
  end f;
end M;
