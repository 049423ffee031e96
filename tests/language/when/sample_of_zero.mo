model sample_of_zero
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0) then
    n = pre(n) + 1;
  end when;
end sample_of_zero;
