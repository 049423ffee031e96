model unclosed_string
  parameter String s = "never ends;
  Real r;
equation
  r = 1;
end unclosed_string;
