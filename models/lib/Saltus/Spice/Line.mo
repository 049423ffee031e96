within Saltus.Spice;
model Line "Line without losses"
  extends Saltus.Electrical.Interfaces.TwoPort;
  parameter SI.Resistance Z0(min = 0) = 50 "characteristic impedance";
  parameter SI.Time TD(min = 0) = 1e-9 "delay";
  parameter Real blur(min = 0) = 1e-3 "time constant of a wave that comes out, in delays";
  SI.Voltage w1(start = 0) "wave that comes out at side 1";
  SI.Voltage w2(start = 0) "wave that comes out at side 2";
equation
  v1 = Z0*i1 + w1;
  v2 = Z0*i2 + w2;
  blur*TD*der(w1) = delay(v2 + Z0*i2, (1 - blur)*TD) - w1;
  blur*TD*der(w2) = delay(v1 + Z0*i1, (1 - blur)*TD) - w2;
  annotation(Documentation(info = "
    T of SPICE. What goes in at one side comes out at the other after TD, with a lag of blur*TD in
    place of an edge without length. Before the start, what goes in has been as at the start.
  "));
end Line;
