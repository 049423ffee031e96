model M
  Complex z;
  Clock c;
  ExternalObject o;
end M;
