// Four diodes whose currents and voltages all reach 0 at the same instants, and one of them per instant would not do: as
// long as some have switched and others have not, each sees a circuit that never was. Between Ron and Goff lie nine
// orders of magnitude, by which rounding at the zero is enlarged. All four start at 0; their slopes tell the modes.
model rectifier
  parameter Real Ron = 1e-5, Goff = 1e-4, R = 100;
  constant Real w = 314.159265358979323846;
  Real s1, s2, s3, s4 "current if it conducts, voltage if it blocks";
  Real a, b, p "nodes";
  Real i1, i2, i3, i4, i;
  Boolean off1, off2, off3, off4;
equation
  off1 = s1 < 0;
  off2 = s2 < 0;
  off3 = s3 < 0;
  off4 = s4 < 0;
  a - p = s1*(if off1 then 1 else Ron);
  b - p = s2*(if off2 then 1 else Ron);
  -a = s3*(if off3 then 1 else Ron);
  -b = s4*(if off4 then 1 else Ron);
  i1 = s1*(if off1 then Goff else 1);
  i2 = s2*(if off2 then Goff else 1);
  i3 = s3*(if off3 then Goff else 1);
  i4 = s4*(if off4 then Goff else 1);
  a - b = 10*sin(w*time) - 0.1*i;
  i = i1 - i3;
  i + i2 - i4 = 0;
  i1 + i2 = p/R;
  annotation(experiment(StopTime = 0.055));
end rectifier;
