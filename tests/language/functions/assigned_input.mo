model assigned_input
  function f
    input Real x;
    output Real y;
  algorithm
    x := 1;
    y := x;
  end f;
  Real r = f(1);
end assigned_input;
