within Saltus.Blocks;
block RSFlipFlop "Remembers which input was true last"
  Interfaces.BooleanInput s "set";
  Interfaces.BooleanInput r "reset; wins";
  Interfaces.BooleanOutput q(start = begin, fixed = true) "set";
  Interfaces.BooleanOutput qn "the contrary of q";
  parameter Boolean begin = false "q at the start";
equation
  q = not r and (s or pre(q));
  qn = not q;
  annotation(Documentation(info = "
    q becomes true with s and false with r; r wins; otherwise it stays.
  "));
end RSFlipFlop;
