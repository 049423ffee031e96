model unclosed_comment
  Real r;
equation
  r = 1;
  /* never ends
end unclosed_comment;
