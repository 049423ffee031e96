model M
  Real größe, α;
equation
  größe = 2*α;
end M;
