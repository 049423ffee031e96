model sizes_of_two_inputs
  function dot
    input Real a[:];
    input Real b[size(a, 1)];
    output Real c;
  algorithm
    c := a*b;
  end dot;
  Real x = dot({1, 2, 3}, {1, 2});
  parameter Real p = dot({1, 2}, {1, 2, 3});
end sizes_of_two_inputs;
