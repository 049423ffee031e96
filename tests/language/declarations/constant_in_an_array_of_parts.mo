// The size of the array is a parameter; a constant of its parts is none the less a constant.
model Cell
  constant Real half = 0.5;
  Real x(start = 1, fixed = true);
equation
  der(x) = -half*x;
end Cell;
model constant_in_an_array_of_parts
  parameter Integer N = 2;
  Cell cell[N];
  Real all = sum(cell.half);
//! set N = 3
//! 1: all = 1.5
//! 1: cell[3].x = 0.60653 +- 1e-3
  annotation(experiment(StopTime = 1));
end constant_in_an_array_of_parts;
