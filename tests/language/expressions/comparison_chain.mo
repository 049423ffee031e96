model comparison_chain
  Real x = 1;
  Boolean b = 0 < x < 2;
end comparison_chain;
