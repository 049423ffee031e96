model long_type_more
  type T
    extends Real(unit = "V");
    parameter Real more = 1;
  end T;
  type U
    extends U;
  end U;
  T x = 1;
  U u = 1;
end long_type_more;
