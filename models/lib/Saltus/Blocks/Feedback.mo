within Saltus.Blocks;
block Feedback "Difference of two inputs"
  extends Interfaces.SI2SO;
equation
  y = u1 - u2;
  annotation(Documentation(info = "
    y = u1 - u2: what should be minus what is.
  "));
end Feedback;
