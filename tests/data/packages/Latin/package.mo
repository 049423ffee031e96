package Latin "über"
end Latin;
