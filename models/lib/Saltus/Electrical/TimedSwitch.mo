within Saltus.Electrical;
model TimedSwitch "Switch that closes and opens once, at given times"
  extends Interfaces.ResistiveSwitch;
  parameter SI.Time tClose = 0 "closes";
  parameter SI.Time tOpen = 1e60 "opens";
equation
  R = if time >= tClose and time < tOpen then Ron else Roff;
  annotation(Documentation(info = "
    v = R i with R = Ron from tClose until before tOpen, Roff otherwise. To open first: tClose =
    -1.
  "));
end TimedSwitch;
