//! 0: m1 = 1
//! 0: m2 = -1
//! 0: r1 = -1
//! 0: r2 = 1
//! 0: d1 = -3
//! 0: d2 = -3
//! 0: rm = 0.5
//! 0: rr = -1.5
//! 0: dd = -1
model signs_of_mod_rem_div
  parameter Integer three = 3, two = 2, seven = 7;
  Integer m1 = mod(-three, two), m2 = mod(three, -two), r1 = rem(-three, two), r2 = rem(three, -two);
  Integer d1 = div(-seven, two), d2 = div(seven, -two);
  Real rm = mod(-1.5*(1 + 0*time), 2), rr = rem(-3.5*(1 + 0*time), 2), dd = div(-3.5*(1 + 0*time), 2);
end signs_of_mod_rem_div;
