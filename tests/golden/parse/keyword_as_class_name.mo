model connector
  Real x;
end connector;
