within Saltus.Electrical;
model Breaker "Switch that opens when its current is too large, and stays open"
  extends Interfaces.ResistiveSwitch;
  parameter SI.Current Itrip(min = 0) = 10 "opens above it, in both directions";
  Boolean closed(start = true, fixed = true) "has not tripped";
equation
  R = if closed then Ron else Roff;
  when i > Itrip or i < -Itrip then
    closed = false;
  end when;
  annotation(Documentation(info = "
    Trips at the instant at which |i| passes Itrip. closed(start = false) begins open. With an
    inductor in series the current goes on through Roff.
  "));
end Breaker;
