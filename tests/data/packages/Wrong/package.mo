package Wrong "files that say something else than their folder"
end Wrong;
