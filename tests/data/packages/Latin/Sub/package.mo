within Latin;
package Sub "µ in a folder below"
end Sub;
