//! tol 1e-6 1e-9
//! 0: y = 1
//! 1.5: y = 2
//! 2.5: y = 3
//! 3.5: y = 4
model nested_ifs
  Real y = if time < 2 then (if time < 1 then 1 else 2) elseif time < 3 then 3 else 4;
end nested_ifs;
