model misspelt_after_import "A class of an imported package, misspelt"
  import Saltus.Electrical.*;
  ConstantVoltage v(V = 5);
  Resitor r(R = 10);
  Ground g;
equation
  connect(v.p, r.p);
  connect(r.n, g.p);
  connect(v.n, g.p);
end misspelt_after_import;
