within ;
model Single "a package path may hold single files"
end Single;
