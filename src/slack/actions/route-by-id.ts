/** What a listener is for: an `action_id` or a `callback_id`, or a pattern of them. */
type For<Listener> = readonly [string | RegExp, Listener];

/**
 * One listener in the place of many, which hands on to the first that is for the id; to none where there is none. Bolt
 * asks every listener that it knows about every request, each time anew.
 */
export function routeById<Args>(
  idOf: (args: Args) => string,
  listeners: readonly For<(args: Args) => Promise<void>>[],
): (args: Args) => Promise<void> {
  return async (args) => {
    const id = idOf(args);
    const [, listener] = listeners.find(([of]) => (typeof of === 'string' ? of === id : of.test(id))) ?? [];
    await listener?.(args);
  };
}
