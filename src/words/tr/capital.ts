/** The first letter large, as Turkish has it: `istemci` becomes `İstemci`. */
export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase('tr') + text.slice(1);
}
