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

const DEEPEST_CAUSE = 4;

/** By allow-list: an error of a client carries requests, answers and tokens. */
export function errorFacts(error: Error, depth = 0): ErrorFacts {
  const { name, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  const frames = framesOf(error);
  const slackError = slackErrorOf(error);
  return {
    name: typeof name === 'string' && /^\w{1,60}$/.test(name) ? name : 'Error',
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    message: isOurs(frames) ? error.message : undefined,
    slackError,
    stack: frames.length > 0 ? frames.join('\n') : undefined,
    cause: cause instanceof Error && depth < DEEPEST_CAUSE ? errorFacts(cause, depth + 1) : undefined,
  };
}

/** One line for the operator: what the error says, as far as that may be shown. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const words: string[] = [];
  for (let facts: ErrorFacts | undefined = errorFacts(error); facts; facts = facts.cause) {
    const { name, code, message, slackError } = facts;
    const known = slackError ?? code;
    const isSaid = known !== undefined && words.some((said) => said.includes(String(known)));
    const word =
      message ?? (slackError && `Slack says ${slackError}`) ?? code ?? (words.length === 0 && name);
    if (word && (message !== undefined || !isSaid)) words.push(String(word));
  }
  return words.join(': ').replaceAll('.: ', '. ');
}

const framesOf = ({ stack }: Error): string[] =>
  typeof stack === 'string' ? (stack.match(/^[\t ]+at .*$/gm) ?? []) : [];

/**
 * Made where its first frame is: in a file, and not in a package's, which the build keeps in a folder of that name too.
 * Node's own modules are no files; its parsers stand in the frame above ours.
 */
const isOurs = ([first]: readonly string[]) =>
  first !== undefined && /(?:file:\/\/|\(|at )\//.test(first) && !first.includes('/node_modules/');

function slackErrorOf(error: Error): string | undefined {
  const data: unknown = 'data' in error ? error.data : undefined;
  const word = typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
  return typeof word === 'string' && /^[a-z_]{1,80}$/.test(word) ? word : undefined;
}
