//! tol 1e-5 1e-7
//! 0.5: y = 0
//! 1.5: y = 1
//! 1.5: z = 10
//! 2.5: y = 2
//! 2.5: z = 20
//! 3.5: y = 3
//! 3.5: z = 30
model nested_if_with_shared_relations
  Real x(start = 0, fixed = true);
  Real y = if x > 2 then (if x > 3 then 3 else 2) else (if x > 1 then 1 else 0);
  Real z = if x > 1 then (if x > 2 then (if x > 3 then 30 else 20) else 10) else 0;
equation
  der(x) = 1;
end nested_if_with_shared_relations;
