model stages_of_circuits
  parameter Integer N = 4;
  parameter Real U = 24, Ron = 1e-5, Roff = 1e5;
  Real i1[N], i2[N], u1[N], u2, iD[N], iS[N], uD[N], RD[N];
equation
  for j in 1:N loop
    iS[j] + iD[j] = i1[j] + i2[j];
    uD[j] = RD[j]*iD[j];
    u1[j] + uD[j] = Ron*iS[j];
    RD[j] = if iD[j] > 0 then Ron else Roff;
    der(i1[j]) = U - u1[j] - uD[j];
    der(i2[j]) = -u2 - uD[j];
    der(u1[j]) = iD[j] - i2[j];
  end for;
  der(u2) = sum(i2) - u2;
end stages_of_circuits;
