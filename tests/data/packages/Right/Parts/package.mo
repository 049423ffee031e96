within Right;
package Parts "a folder in a folder"
end Parts;
