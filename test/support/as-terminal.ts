// Loaded into a program before the program itself (node --import): it prints as in a terminal without colours.
process.stdout.isTTY = true;
process.stdout.hasColors = () => false;
