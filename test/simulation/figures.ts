import type { HoldPoints, PassedPoint } from './hold-points.ts';
import { onsetError, readsOfHealthy } from './invariants.ts';
import { DAY_MS } from './scenario.ts';
import type { World } from './world.ts';

export interface Figures {
  readonly readsPerAccountAndDay: number;
  /** The same, only for times in which accounts were healthy. */
  readonly readsOfHealthy: number;
  /** The largest difference between the start of an incident and what really happened. */
  readonly onsetErrorMs: number;
  /** When and where alerts were posted. */
  readonly alerts: readonly { readonly channelId: string; readonly atMs: number }[];
  /** What was reported about which account, where and since when; each once. */
  readonly tells: readonly string[];
  readonly posts: number;
  readonly edits: number;
  readonly replies: number;
  readonly doubles: number;
  readonly lostAnswers: number;
  /** The number of points at which a crash or a hold was possible. */
  readonly holdPoints: number;
  /** Those of ticks in which something was detected or posted. */
  readonly dueTimes: readonly PassedPoint[];
  /** What Slack was called for, about what, and how it answered. */
  readonly calls: readonly string[];
  /** The names of the hold points that were passed. */
  readonly points: readonly string[];
  readonly faults: Readonly<Record<string, number>>;
}

/** What was recorded during a run. */
interface Noted {
  readonly points: HoldPoints;
  readonly dueTimes: readonly PassedPoint[];
  readonly calls: ReadonlySet<string>;
  readonly happened: Readonly<Record<string, number>>;
}

/** The results of a run in numbers. */
export async function figuresOf(
  world: World,
  { points, dueTimes, calls, happened }: Noted,
): Promise<Figures> {
  const { scenario, slack } = world;
  const incidents = await world.db.selectFrom('incidents').selectAll().execute();
  const starts = new Map(incidents.map((one) => [one.id, one.started_at_ms]));
  const tells = world.notified.map(({ channelId, what }) => {
    const [level, incidentId = ''] = what.split(' ');
    return `${channelId} ${incidentId.split('@')[0]} ${level} since ${starts.get(incidentId)}`;
  });
  return {
    readsPerAccountAndDay: world.reads.all / scenario.accounts / ((world.nowMs - world.startMs) / DAY_MS),
    readsOfHealthy: readsOfHealthy(world),
    onsetErrorMs: onsetError(world, incidents),
    posts: slack.posted.length,
    edits: slack.posted.reduce((sum, { history }) => sum + history.length - 1, 0),
    replies: slack.posted.reduce((sum, { replies }) => sum + replies.length, 0),
    doubles: slack.posted.length - new Set(slack.posted.map(({ key }) => key)).size,
    alerts: slack.posted
      .filter(({ notification: { kind } }) => kind === 'alert')
      .map(({ channelId, atMs }) => ({ channelId, atMs })),
    tells: [...new Set(tells)].sort(),
    lostAnswers: slack.lostAnswers,
    holdPoints: points.passed,
    dueTimes,
    calls: [...calls],
    points: [...points.seen.keys()],
    faults: happened,
  };
}
