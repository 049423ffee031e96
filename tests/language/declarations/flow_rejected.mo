model flow_rejected
  flow Real i;
equation
  i = 0;
end flow_rejected;
