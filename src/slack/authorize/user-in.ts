/** Who sent a request of Slack: commands have the id flat, events below, everything else in an object. */
export function userIn(body: object): string | undefined {
  if ('user_id' in body) return textOf(body.user_id);
  if ('event' in body && isObject(body.event) && 'user' in body.event) return textOf(body.event.user);
  return 'user' in body && isObject(body.user) && 'id' in body.user ? textOf(body.user.id) : undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
