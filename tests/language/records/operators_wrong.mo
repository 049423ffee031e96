model operators_wrong
  operator record C
    Real re;
    Real im;
    encapsulated operator '+'
      import operators_wrong.C;
      function add input C a; input C b; output C c; algorithm c := C(a.re + b.re, a.im + b.im); end add;
    end '+';
  end C;
  operator record P
    Real r;
    Real phi;
    encapsulated operator 'constructor'
      import operators_wrong.P;
      function cartesian
        input Real r;
        input Real phi;
        output P made;
      algorithm
        made.r := sqrt(r^2 + phi^2);
        made.phi := atan2(phi, r);
      end cartesian;
    end 'constructor';
  end P;
  record R
    Real x;
  end R;
  C a = C(1, 2), b = a*a, c = a + 1;
  P p = P(3, 4);
  R r = R(1), s = r + r;
  Real y = a + a;
end operators_wrong;
