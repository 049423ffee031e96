within Saltus.Spice;
model JunctionCharge "Capacitance of a junction: of depletion and of diffusion"
  extends Saltus.Electrical.Interfaces.OnePort(v(start = 0));
  parameter Integer polarity = 1 "as that of the junction";
  parameter SI.Capacitance CJ(min = 0) = 0 "of depletion, at 0 V";
  parameter SI.Voltage VJ(min = 0) = 1 "potential of the junction";
  parameter Real M(min = 0) = 0.5 "grading coefficient";
  parameter Real FC(min = 0, max = 1) = 0.5 "beyond FC*VJ the capacitance is a straight line";
  parameter SI.Capacitance CD(min = 0) = 0 "of diffusion, at 0 V: TT IS/(N VT)";
  Saltus.Blocks.Interfaces.RealInput e = 1 "exp(vj/(N VT)): charge(e = junction.e)";
  SI.Capacitance C "at present";
equation
  C = noEvent(if polarity*v < FC*VJ then CJ*(1 - polarity*v/VJ)^(-M)
    else CJ/(1 - FC)^(1 + M)*(1 - FC*(1 + M) + M*polarity*v/VJ)) + CD*e;
  i = C*der(v);
  annotation(Documentation(info = "
    i = C der(v), C = CJ (1 - vj/VJ)^-M + CD exp(vj/(N VT)). Belongs across a Junction.
  "));
end JunctionCharge;
