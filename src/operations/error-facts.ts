/** The parts of an error that may be logged. */
export interface ErrorFacts {
  readonly name: string;
  readonly code?: string | number;
  /** Only for errors of our own code. Messages of parsers, drivers and clients quote their input. */
  readonly message?: string;
  /** Slack's own word for a refusal, such as `invalid_auth`. */
  readonly slackError?: string;
  /** Frames only: the lines above them repeat the message. */
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

const MAX_CAUSES = 4;

/** By allow-list: an error of a client carries requests, answers and tokens. */
export function errorFacts(error: Error, depth = 0): ErrorFacts {
  const { name, cause, stack } = error;
  const { code, data } = error as {
    readonly code?: unknown;
    readonly data?: { readonly error?: unknown } | null;
  };
  const frames = typeof stack === 'string' ? (stack.match(/^[\t ]+at .*$/gm) ?? []) : [];
  const word = data?.error;
  return {
    name: typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : 'Error',
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    message: isOurs(frames) ? error.message : undefined,
    slackError: typeof word === 'string' && /^[a-z_]{1,80}$/.test(word) ? word : undefined,
    stack: frames.length > 0 ? frames.join('\n') : undefined,
    cause: cause instanceof Error && depth < MAX_CAUSES ? errorFacts(cause, depth + 1) : undefined,
  };
}

/**
 * Made where its first frame is: in a file, and not in a package's, which the build keeps in a folder of that name too.
 * Node's own modules are no files; its parsers stand in the frame above ours.
 */
const isOurs = ([first]: readonly string[]) =>
  first !== undefined && /(?:file:\/\/|\(|at )\//.test(first) && !first.includes('/node_modules/');

/** One line for the operator: what the error and its causes say, as far as that may be shown. */
export function reasonOf(error: unknown): string {
  const said: string[] = [];
  for (let facts = error instanceof Error ? errorFacts(error) : undefined; facts; facts = facts.cause) {
    const word = String(facts.message ?? facts.slackError ?? facts.code ?? '');
    if (!said.some((earlier) => earlier.includes(word))) said.push(word);
  }
  return said.filter(Boolean).join(': ').replaceAll('.: ', '. ') || 'an unknown error';
}
