package P
  model extends A(x = 1)
    Real y;
  end A;
end P;
