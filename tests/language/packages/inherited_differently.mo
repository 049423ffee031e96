model inherited_differently
  partial model A
    parameter Real k(unit = "m") = 2;
    parameter Real n(start = 1, fixed = true) = 2;
  end A;
  partial model B
    parameter Real k(unit = "s") = 2;
    parameter Real n(start = 2, fixed = true) = 2;
  end B;
  extends A;
  extends B;
  Real y = k + n;
end inherited_differently;
