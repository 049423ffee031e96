model M
  import ;
  import A.;
  import A.{b, c;
  import B = ;
  Real x;
end M;
