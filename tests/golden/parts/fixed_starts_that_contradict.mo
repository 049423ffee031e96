model Shaft
  import Saltus.Rotational.*;
  Inertia a(J = 1, w(start = 1, fixed = true)), b(J = 1, w(start = 2, fixed = true));
equation
  connect(a.flange_b, b.flange_a);
end Shaft;
