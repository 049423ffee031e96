within Wrong;
model Other
end Other;
