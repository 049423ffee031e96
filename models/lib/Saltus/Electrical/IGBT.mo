within Saltus.Electrical;
model IGBT "Controlled one-way switch with a diode across it"
  Interfaces.PositivePin p "collector";
  Interfaces.NegativePin n "emitter";
  parameter SI.Resistance Ron(min = 0) = 1e-3 "slope when it conducts";
  parameter SI.Conductance Goff(min = 0) = 1e-5 "slope when it blocks";
  parameter SI.Voltage Vknee(min = 0) = 0 "of the transistor";
  parameter SI.Voltage Vdiode(min = 0) = 0 "knee of the diode";
  Saltus.Blocks.Interfaces.BooleanInput gate "true: conducts from p to n";
  GTO transistor(Ron = Ron, Goff = Goff, Vknee = Vknee);
  IdealDiode diode(Ron = Ron, Goff = Goff, Vknee = Vdiode);
equation
  connect(gate, transistor.fire);
  connect(p, transistor.p);
  connect(transistor.n, n);
  connect(diode.n, p);
  connect(diode.p, n);
  annotation(Documentation(info = "
    A GTO with an antiparallel IdealDiode, the usual switch of inverters. diode =
    'freewheeling'. No tail current: it switches at once.
  "));
end IGBT;
