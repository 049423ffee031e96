model pre_given_twice
  Boolean u;
initial equation
  pre(u) = false;
  pre(u) = true;
equation
  u = time > 0.5;
end pre_given_twice;
