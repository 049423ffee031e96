//! 1: b.v[2] = 4
//! 1: b.n = 3
//! 1: c.n = 2
// Fields that are arrays
model operators_with_arrays
  operator record C
    Real v[2];
    Real n;
    encapsulated operator '+'
      import operators_with_arrays.C;
      function add input C a; input C b; output C c; algorithm c := C(a.v + b.v, a.v[1] + b.v[2]); end add;
    end '+';
    encapsulated operator '-'
      import operators_with_arrays.C;
      function less input C a; input C b; output C c; algorithm c := C(a.v - b.v, a.n + b.n); end less;
    end '-';
  end C;
  C a = C({1, 2}, time), b = a + a, c = a - a;
  annotation(experiment(StopTime = 1));
end operators_with_arrays;
