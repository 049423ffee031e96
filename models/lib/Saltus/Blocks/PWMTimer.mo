within Saltus.Blocks;
block PWMTimer "Pulse width taken once per period"
  Interfaces.RealInput u "share of the period, 0 to 1";
  Interfaces.BooleanOutput y(start = false, fixed = true) "on";
  parameter SI.Frequency f = 1000 "frequency";
  parameter SI.Time startTime = 0 "start of the first period; negative: it is partly over";
protected
  discrete SI.Time tOff(start = startTime, fixed = true) "end of the present pulse";
algorithm
  when initial() then
    tOff := startTime + (floor((time - startTime)*f) + (if u >= 1 then 2 else max(u, 0)))/f;
    y := time >= startTime and time < tOff;
  elsewhen sample(startTime, 1/f) then
    tOff := time + (if u >= 1 then 2 else max(u, 0))/f;
    y := time < tOff;
  elsewhen time >= pre(tOff) then
    y := false;
  end when;
  annotation(Documentation(info = "
    At the start of each period u is sampled; y is true for this share of it. u <= 0: never on;
    u >= 1: always. All instants are known in advance, so that switching costs no search.
  "));
end PWMTimer;
