within Saltus.Electrical;
package Interfaces "Pins, and what components of circuits have in common"
  connector Pin "Pin of an electrical component"
    SI.ElectricPotential v "potential";
    flow SI.Current i "current into the component";
  end Pin;

  connector PositivePin "Pin where the current of a component is counted into it"
    extends Pin;
  end PositivePin;

  connector NegativePin "Pin where the current of a component is counted out of it"
    extends Pin;
  end NegativePin;

  partial model OnePort "Two pins; what goes in at p comes out at n"
    PositivePin p;
    NegativePin n;
    SI.Voltage v "from p to n";
    SI.Current i "from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end OnePort;

  partial model TwoPort "Two pairs of pins, each with its voltage and its current"
    PositivePin p1 "first pair";
    NegativePin n1 "first pair";
    PositivePin p2 "second pair";
    NegativePin n2 "second pair";
    SI.Voltage v1 "from p1 to n1";
    SI.Voltage v2 "from p2 to n2";
    SI.Current i1 "into p1, out of n1";
    SI.Current i2 "into p2, out of n2";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    i1 = p1.i;
    i2 = p2.i;
    p1.i + n1.i = 0;
    p2.i + n2.i = 0;
  end TwoPort;

  partial model Sensor "Two pins and a signal"
    PositivePin p;
    NegativePin n;
  equation
    p.i + n.i = 0;
  end Sensor;

  partial model ResistiveSwitch "A resistor with two values"
    extends OnePort;
    parameter SI.Resistance Ron(min = 0) = 1e-5 "when closed";
    parameter SI.Resistance Roff(min = 0) = 1e5 "when open";
    SI.Resistance R "at present";
  equation
    v = R*i;
  end ResistiveSwitch;

  partial model IdealLine "A bent characteristic: blocks along one line, conducts along another"
    extends OnePort;
    parameter SI.Resistance Ron(min = 0) = 1e-5 "slope when it conducts; may be 0";
    parameter SI.Conductance Goff(min = 0) = 1e-5 "slope when it blocks; may be 0";
    parameter SI.Voltage Vknee(min = 0) = 0 "where the lines meet";
    Boolean off(start = true, fixed = true) "blocks";
    Real s(start = 0) "place on the line: in A if it conducts, in V if it blocks";
  protected
    constant SI.Voltage unitVoltage = 1;
    constant SI.Current unitCurrent = 1;
  equation
    v = s*(if off then unitVoltage else Ron*unitCurrent) + Vknee;
    i = s*(if off then Goff*unitVoltage else unitCurrent) + Goff*Vknee;
  end IdealLine;
  annotation(Documentation(info = "
    Components of your own begin with extends Saltus.Electrical.Interfaces.OnePort; and add one equation
    between v and i.
  "));
end Interfaces;
