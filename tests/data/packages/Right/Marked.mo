within Right;
function Marked "a text with a byte order mark: ä"
end Marked;
