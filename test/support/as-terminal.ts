// Loaded into a program before itself (node --import): it prints as in a terminal without colours.
process.stdout.isTTY = true;
process.stdout.hasColors = () => false;
