model sizes_in_parts_differ
  block TF
    parameter Integer n = 1;
    parameter Real x0[2] = zeros(n);
    Real y = x0[1];
  end TF;
  TF f[2](n = {2, 3});
end sizes_in_parts_differ;
