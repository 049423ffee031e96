model operators_by_themselves
  operator record C
    Real re;
    Real im;
    encapsulated operator '+'
      import operators_by_themselves.C;
      function add input C a; input C b; output C c; algorithm c := b + a; end add;
    end '+';
  end C;
  C a = C(1, 2), b = a + a;
end operators_by_themselves;
