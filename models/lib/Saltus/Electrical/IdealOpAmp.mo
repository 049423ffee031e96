within Saltus.Electrical;
model IdealOpAmp "Operational amplifier with infinite gain"
  Interfaces.Pin in_p "non-inverting input";
  Interfaces.Pin in_n "inverting input";
  Interfaces.Pin out "output, against ground";
equation
  in_p.v = in_n.v;
  in_p.i = 0;
  in_n.i = 0;
  annotation(Documentation(info = "
    No current into the inputs, no voltage between them: the output is what makes that so. It
    needs negative feedback from the output; without it the model has no solution. Has no
    limits: see OpAmp.
  "));
end IdealOpAmp;
