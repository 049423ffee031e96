model buck_as_circuit
  parameter Real U = 24, R = 10, C = 1e-4, L = 1e-4, Ron = 1e-6, Roff = 1e6, T = 1e-4;
  Real VC, IL, VD, iS, iD, RD, RLL;
  Boolean on(start = true);
equation
  iS = (U - VD)/RLL;
  iD = VD/RD;
  IL = iS - iD;
  RD = if VD > 0 then Roff else Ron;
  RLL = if on then Ron else Roff;
  C*der(VC) = IL - VC/R;
  L*der(IL) = VD - VC;
  when sample(T/2, T/2) then
    on = not pre(on);
  end when;
end buck_as_circuit;
