model sample_in_an_algorithm_with_a_while
  Real x(start = 1), y;
equation
  der(x) = -x;
algorithm
  y := 0;
  while y < x loop
    y := y + delay(x, 0.1);
  end while;
end sample_in_an_algorithm_with_a_while;
