//! 1: z.re = 2 +- 1e-9
//! 1: z.im = 1 +- 1e-9
//! 1: w.re = 4 +- 1e-9
//! 1: w.im = 5 +- 1e-9
//! 1: v.im = -1 +- 1e-9
//! 1: back.im = 1 +- 1e-9
//! 1: x.re = 0.36787944117144 +- 1e-3
//! 3: v.re = 6 +- 1e-9
model whole_records_in_equations
  record Complex
    Real re, im;
  end Complex;
  Complex z = Complex(2*time, 1), w, v, back = z;
  Complex x(re(start = 1, fixed = true), im(start = 0, fixed = true));
equation
  w = Complex(im = 5, re = 4);
  v = if time > 2 then z else Complex(0, -1);
  der(x.re) = -x.re;
  der(x.im) = x.re;
  annotation(__Saltus_tolerance = 1e-5);
end whole_records_in_equations;
