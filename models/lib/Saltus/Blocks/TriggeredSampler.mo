within Saltus.Blocks;
block TriggeredSampler "Takes its input when told, and holds it"
  extends Interfaces.SISO(y(start = 0, fixed = true));
  Interfaces.BooleanInput trigger "takes the input when it becomes true";
equation
  when trigger then
    y = u;
  end when;
  annotation(Documentation(info = "
    y = u whenever trigger becomes true, constant in between.
  "));
end TriggeredSampler;
