//! 1.5: g = 6
model gcd_function
  function gcd
    input Integer a, b;
    output Integer g;
  protected
    Integer x = a, y = b, t;
  algorithm
    while y > 0 loop
      t := mod(x, y);
      x := y;
      y := t;
    end while;
    g := x;
  end gcd;
  Integer g(start = 0, fixed = true);
equation
  when time > 1 then
    g = gcd(48, 18);
  end when;
end gcd_function;
