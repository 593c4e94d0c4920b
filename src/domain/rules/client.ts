import type { Rule } from './rule.ts';

/** The customer's client is older than the rules for this account ask. A version that cannot be compared says nothing. */
export const clientOutdated: Rule<'client-outdated'> = ({
  account: { clientVersion: version },
  exceptions,
}) => {
  const minimum = exceptions.minimumClientVersion;
  if (minimum === undefined || version === undefined) return [];
  if (!isOlder(version, minimum.version)) return [];
  return [
    { rule: 'client-outdated', level: 'attention', version, minimum: minimum.version, setBy: minimum.setBy },
  ];
};

const DOTTED = /^\d+(?:\.\d+)*/;

/** Number by number; what follows the numbers is not looked at. */
function isOlder(version: string, minimum: string): boolean {
  const [mine, theirs] = [version, minimum].map((text) =>
    DOTTED.exec(text.trim())?.[0].split('.').map(Number),
  );
  if (mine === undefined || theirs === undefined) return false;
  const place = theirs.findIndex((part, index) => (mine[index] ?? 0) !== part);
  return place !== -1 && (mine[place] ?? 0) < (theirs[place] ?? 0);
}
