model buck_converter
  parameter Real U = 24, C = 1e-4, L = 1e-4, R = 10, Ron = 1e-5, Roff = 1e5, T = 1e-4, DC = 0.5;
  Real VC(start = 0), IL(start = 0), iD, uD, iS;
  discrete Real Rs(start = Ron), nextT(start = T), lastT(start = 0);
  Boolean on = uD > 0;
equation
  der(IL) = (-VC - uD)/L;
  der(VC) = (IL - VC/R)/C;
  uD = iD*(if on then Ron else Roff);
  iS*Rs = U + uD;
  iS + iD = IL;
algorithm
  when time > nextT then
    lastT := nextT;
    nextT := nextT + T;
    Rs := Ron;
  end when;
  when time - lastT - DC*T > 0 then
    Rs := Roff;
  end when;
end buck_converter;
