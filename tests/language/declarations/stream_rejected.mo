model stream_rejected
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  Port port;
end stream_rejected;
