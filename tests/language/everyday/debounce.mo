//! 0.5: n = 1
//! 4: n = 2
model debounce
  Boolean b = sin(3.14159265358979*time) > 0.5;
  Integer n(start = 0, fixed = true);
equation
  when b then
    n = pre(n) + 1;
  end when;
end debounce;
