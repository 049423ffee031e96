within Saltus.Electrical;
model IdealTransformer "Transformer without losses, leakage and magnetising current"
  extends Interfaces.TwoPort;
  parameter Real n = 1 "turns of side 1 per turn of side 2";
equation
  v1 = n*v2;
  i2 = -n*i1;
  annotation(Documentation(info = "
    v1 = n v2, i2 = -n i1: power goes through as it is, also that of constant voltages. Both
    sides need a ground or a connection to one.
  "));
end IdealTransformer;
