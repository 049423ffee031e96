//! 0: m[1,1] = 1
//! 0: m[2,3] = 6
//! 0: m[2,1] = 4
//! 0: flat[5] = 105
model div_and_mod_in_indices
  Real v[6] = 1:6;
  Real m[2, 3], flat[6];
equation
  for k in 0:5 loop
    m[div(k, 3) + 1, mod(k, 3) + 1] = v[k + 1];
    flat[k + 1] = 100 + m[div(k, 3) + 1, mod(k, 3) + 1];
  end for;
end div_and_mod_in_indices;
