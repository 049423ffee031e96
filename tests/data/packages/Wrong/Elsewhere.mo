within Right.Parts;
model Elsewhere
end Elsewhere;
