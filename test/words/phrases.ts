import type { Reason } from '../../src/domain/verdict.ts';
import type { Headline } from '../../src/words/headline.ts';
import type { Words } from '../../src/words/words.ts';

/** Every fixed phrase of a part of a catalogue, by its path. */
export function fixedPhrases(part: unknown, path = ''): [path: string, phrase: string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => fixedPhrases(value, `${path}/${key}`));
}

const H = 3_600_000;
const BACKUPS = ['database', 'folders'] as const;
const LEVELS = ['critical', 'attention', 'unknown', 'healthy'] as const;
const limit = { value: 26, unit: 'hour', setBy: 'BACKUP_LATE_AFTER_HOURS' } as const;

const HEADLINES: readonly Headline[] = [
  { kind: 'fine' },
  { kind: 'package-ended', daysAgo: 3 },
  { kind: 'package-ended', daysAgo: 0, noBackup: { ageMs: 80 * H } },
  { kind: 'package-ended', daysAgo: 0, noBackup: { ageMs: 80 * H, onDay: '2026-11-18', backup: 'folders' } },
  { kind: 'never-backed-up' },
  { kind: 'never-backed-up', backup: 'folders' },
  ...(['critical', 'attention'] as const).flatMap((level): Headline[] => [
    { kind: 'no-backup-for', level, ageMs: 80 * H },
    { kind: 'half-protected', level, old: { backup: 'database', ageMs: 80 * H } },
    { kind: 'old', level, backups: BACKUPS.map((backup) => ({ backup, ageMs: 30 * H })) },
    { kind: 'stuck', level, ageMs: 30 * H },
    { kind: 'stuck', level, ageMs: 30 * H, onDay: '2026-11-20', backup: 'folders' },
    { kind: 'half-protected', level, old: { backup: 'database', ageMs: 80 * H, onDay: '2026-11-18' } },
  ]),
  { kind: 'package-ends-soon', daysLeft: 5 },
  { kind: 'package-end-unreadable' },
  { kind: 'client-outdated', version: '4' },
  ...[true, false].map((isHalf): Headline => ({ kind: 'folders-unprotected', isHalf })),
  ...[5, -1].map((daysLeft): Headline => ({ kind: 'package-not-asked', daysLeft, notAskedMs: 22 * H })),
  { kind: 'backup-not-asked', ageMs: 26 * H, notAskedMs: 22 * H },
  { kind: 'backup-not-asked', ageMs: 26 * H, notAskedMs: 22 * H, backup: 'folders', onDay: '2026-11-18' },
  {
    kind: 'with-doubt',
    lead: { kind: 'package-ends-soon', daysLeft: 5 },
    doubt: { kind: 'backup-not-asked', ageMs: 26 * H, notAskedMs: 22 * H },
  },
  ...(['clock-wrong', 'time-unreadable', 'time-not-reported', 'time-of-day-missing'] as const).flatMap(
    (because): Headline[] => [
      { kind: 'cannot-tell', because, backups: ['folders'] },
      { kind: 'cannot-tell', because, backups: BACKUPS },
    ],
  ),
  { kind: 'cannot-tell', because: 'nothing-reported' },
  { kind: 'cannot-tell', because: 'status-unknown' },
  ...LEVELS.map((level): Headline => ({ kind: 'bare', level })),
];

const REASON_FACTS = {
  ...{ backup: 'database', fresh: 'folders', old: 'database', ageMs: 30 * H, aheadMs: 2 * H },
  ...{ daysAgo: 3, daysLeft: 5, endedOn: '2026-11-18', endsOn: '2026-11-26', sent: 'x' },
  ...{ notAskedMs: 22 * H, mostMs: 50 * H, count: 21, isHalf: true },
  ...{ made: 4, allowed: 4, threshold: limit, version: '4', minimum: '5', setBy: 'X' },
};

/** What the functions of a catalogue make of one set of values, by name: the same values in every language. */
export function madePhrases(words: Words): [path: string, phrase: string][] {
  const {
    alert,
    summary,
    verdict,
    card,
    failure,
    triage,
    details,
    command,
    checkUp,
    home,
    numbers,
    pins,
    recheck,
    share,
    time,
    watches,
    accounts,
    history,
  } = words;
  const tally = { critical: 1, attention: 1, unknown: 1, notChecked: 1, notFound: 1, healthy: 2, earlier: 1 };
  const rules = Object.keys(details.rules) as Reason['rule'][];
  const ids = ['1001', '1002'];
  const said: Readonly<Record<string, readonly string[]>> = {
    ...Object.fromEntries(
      HEADLINES.map((headline) => [`headline ${JSON.stringify(headline)}`, [verdict.headline(headline)]]),
    ),
    ...Object.fromEntries(
      rules.map((rule) => [
        `reason ${rule}`,
        [verdict.reason({ rule, ...REASON_FACTS } as unknown as Reason)],
      ]),
    ),
    ...Object.fromEntries(
      rules.map((rule) => [
        `next step ${rule}`,
        (['online', 'offline', 'backing-up'] as const).flatMap(
          (status) => verdict.nextStep({ rule, ...REASON_FACTS } as unknown as Reason, status) ?? [],
        ),
      ]),
    ),
    'reason in other words': [
      ...[
        { rule: 'online-but-stale', backup: undefined },
        { rule: 'never-backed-up', backup: undefined },
        { rule: 'time-of-day-missing', onDay: '2026-11-20' },
        { rule: 'half-protected', onDay: '2026-11-19' },
        { rule: 'backup-late', onDay: '2026-11-19' },
        { rule: 'backup-stale', ageMs: 80 * H },
      ].map((facts) => verdict.reason({ ...REASON_FACTS, ...facts } as unknown as Reason)),
    ],
    verdict: [
      verdict.moreInDetails(2),
      verdict.ages([
        { backup: 'database', ageMs: 2 * H },
        { backup: 'folders', ageMs: 2 * H, day: time.day('2027-06-09') },
      ]),
    ],
    time: [
      ...[0, 20 * 60_000, 5 * H, 80 * H].flatMap((ms) => [time.duration(ms), time.ago(ms)]),
      ...[0, 1, 3].map(time.daysAgo),
      time.day('2027-06-09'),
      ...[time.threshold({ ...limit, value: 14, unit: 'day' }), time.threshold({ ...limit, unit: 'minute' })],
    ],
    card: [
      ...[card.backupsToday(1, 4), card.backupsToday('x', 4), card.backupsToday(1, 'x'), card.asSent('x')],
      ...[card.folderUsage(1, 4), card.folderUsage('x', 4), card.folderUsage(1, 'x')],
      ...(['running', 'ends-soon', 'ended'] as const).map((state) => card.packageEnd('9', state)),
      ...[
        card.packageEndWithout('x'),
        card.statusAsSent('x'),
        card.ownLimits([
          card.ownLimit(card.lateAfter(limit), 'x'),
          card.ownLimit(`${card.staleAfter(limit)}, ${card.weekdaysOnly}`, 'y'),
        ]),
        card.read('x'),
        card.sharedBy('@x'),
        card.earlierAnswer('x'),
      ],
      ...[card.folderUsage(182_431, 50), card.folderUsage(1, 1), card.folderUsage('x', 'y')],
      ...[card.backupsToday('x', 'y'), card.timeAsSent('x'), card.quota(1.5, 'TB'), numbers.percent(42)],
    ],
    ...Object.fromEntries(
      (['not-found', 'invalid-id', 'forbidden'] as const).map((kind) => [
        `failure ${kind}`,
        Object.values(failure[kind]('1001')),
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(failure.unavailable).map(([reason, say]) => {
        const { title, what } = say(undefined);
        return [
          `failure ${reason}`,
          [title, what, ...[undefined, 500, 30_000, 2 * H].map((waitMs) => say(waitMs).next)],
        ];
      }),
    ),
    triage: [
      ...[triage.summary(7, tally), triage.noneChecked(3), triage.packageEnds(0), triage.packageEnds(5)],
      ...[
        triage.earlierAnswer('x', 'y.'),
        triage.asOf('x'),
        triage.since('x'),
        triage.backup('database', 'x'),
        triage.backup('folders', 'x'),
      ],
    ],
    details: [
      ...(['late', 'stale', 'stuck', 'packageEndsSoon', 'clockAhead'] as const).map((name) =>
        details.limit(name, limit, 'X'),
      ),
      ...(['live', 'cached', 'last-known'] as const).map((source) => details.source(source, 'x')),
      ...(['setting', 'login', 'nothing'] as const).map((from) => details.zone('UTC', from)),
      ...[details.loading('1001'), details.reasonLimit(limit, 'X'), details.reasonSetBy('X')],
      ...[details.weekdaysOnly('X'), details.ignored('folders', 'X'), details.minimumClient('4', 'X')],
    ],
    command: [
      ...[command.pending(ids, 0), command.pending(ids, 2), command.defectReference('x')],
      ...(['id-too-long', 'id-unreadable', 'unclosed-quote', 'markup'] as const).map((kind) =>
        command.problem({ kind, typed: 'x' }),
      ),
      ...[command.whichOne('x', ids, 0), command.whichOne('x', ids, 2), command.didYouMean(ids)],
      command.problem({ kind: 'id-unreadable', typed: '' }),
      command.problem({ kind: 'too-many-ids', count: 12, limit: 10 }),
      command.problem({ kind: 'too-long', limit: 1_000 }),
      ...[0, 3].flatMap((left) =>
        Object.values(command.limited({ asked: 5, left, perMinute: 30, retryAfterMs: 20_000 })),
      ),
      ...Object.values(command.limited({ asked: 1, left: 0, perMinute: 1, retryAfterMs: 60_000 })),
    ],
    checkUp: [
      ...[checkUp.failing('x'), checkUp.opened(48), checkUp.notOpened('X'), checkUp.signedIn('x')],
      checkUp.lastAnswer('x'),
      ...[checkUp.zone(details.zone('UTC', 'login')), checkUp.versions('1', '24')],
    ],
    home: [
      ...(
        [
          'critical',
          'attention',
          'cannot-tell',
          'not-checked',
          'asking',
          'fine-so-far',
          'was-fine',
          'fine',
        ] as const
      ).flatMap((kind) =>
        [
          [1, 1],
          [2, 2],
          [1, 4],
          [3, 4],
          [4, 4],
        ].map(([count = 0, total = 0]) => home.lead({ kind, count, total })),
      ),
      ...(['attention', 'unknown', 'notChecked', 'notFound', 'asking'] as const).map((what) =>
        home.counted(what, 2),
      ),
      ...[home.updated('x'), home.showingEarlier('x', 'x', 'y'), home.showingEarlier('x', 'y', 'z')],
      ...[home.asOf('x'), home.asking(ids, 0), home.asking(ids, 2), home.withoutAnswer(ids, 2)],
      ...[home.notOpened('1001', '/x 1001'), home.notTaken.text('/x')],
      ...[home.range(21, 40, 50), home.counted('attention', 1)],
    ],
    pins: [
      ...(['pinned', 'already-pinned', 'unpinned', 'not-pinned', 'named', 'store-failed'] as const).flatMap(
        (kind) => [pins.change({ kind }, '1001', undefined), pins.change({ kind }, '1001', 'Acme')],
      ),
      pins.change({ kind: 'limit-reached', limit: 50 }, '1001', undefined),
      pins.change({ kind: 'name-taken', name: 'Acme', accountId: '1002' }, '1001', 'Acme'),
      ...(['not-pinned', 'name-unusable', 'store-failed'] as const).map((kind) => pins.nameProblem({ kind })),
      pins.nameProblem({ kind: 'name-taken', name: 'Acme', accountId: '1002' }),
      ...[pins.nameView.label('1001'), numbers.list(['Acme', '2'])],
    ],
    alert: [
      ...[
        alert.bad({ critical: 3, attention: 0, unknown: 0 }),
        alert.bad({ critical: 1, attention: 2, unknown: 1 }),
      ],
      ...[
        alert.bad({ critical: 43, attention: 0, unknown: 0 }, 200),
        alert.since('x', 'critical'),
        alert.since('x', 'unknown'),
        alert.firstSince('x'),
        alert.open('1001'),
      ],
      ...[alert.onIt('@x', undefined), alert.onIt('@x', 'y'), alert.more(27), alert.notWatched(1)],
      ...[
        alert.fine('1001'),
        alert.fineAfter('1001', time.duration(52 * H)),
        alert.fineSince('x', time.duration(52 * H)),
      ],
      ...[alert.allFine(2), alert.allFine(3), alert.someFine(2), alert.notWatched(2)],
      ...[0, 3].map((more) =>
        alert.severalFine(
          ids.map((account) => ({ account, duration: time.duration(5 * H) })),
          more,
        ),
      ),
      ...[
        alert.outage.what('x'),
        alert.outage.meanwhile(1),
        alert.outage.meanwhile(200),
        alert.outage.over(200, time.duration(5 * H)),
      ],
      ...[alert.outage.was('x', 'y', time.duration(5 * H)), alert.absence('x', 'y')],
    ],
    summary: [
      summary.title('Mon', '23 Nov', '08:00', 'x'),
      ...[1, 2, 200].flatMap((total) =>
        [true, false].map((isOut) => summary.fine({ fine: total, total, isOut })),
      ),
      ...[1, 198].map((count) => summary.fine({ fine: count, total: 200, isOut: false })),
      ...[summary.here('#x'), summary.late('x'), summary.missed('x'), summary.ofPerson('@x')],
      ...[summary.outage('x'), summary.overdue(1), summary.overdue(3), summary.absence('x', 'y')],
      ...[summary.fineAgain(ids, 3), summary.new(ids, 0), summary.worse(ids, 3)],
      ...[summary.since('Sun', '22 Nov', '20:00'), summary.read(1, 1, 'x'), summary.read(198, 200, 'x')],
      summary.read(0, 200, undefined),
    ],
    accounts: [
      accounts.retireText('1001'),
      ...[accounts.range(1, 1, 1), accounts.range(16, 30, 20_000)],
      ...[
        accounts.added(1, 0),
        accounts.added(412, 3),
        accounts.notFound(1, '1001'),
        accounts.refused(2, '1001, 1002'),
      ],
      ...[accounts.unread(1), accounts.unread(3), accounts.notTaken('3, 4'), accounts.limit(20_000)],
    ],
    share: [share.label('Acme'), share.shared('#x'), share.label(share.summary)],
    watches: [
      ...[[], ['Monday', 'Friday']].map((days) => watches.schedule('08:00', days, 'UTC')),
      watches.summaryComes('x'),
      ...[
        watches.form.accountsHint('x'),
        watches.form.zone('UTC'),
        watches.form.saved('x'),
        watches.list.more(1),
        watches.list.more(2),
      ],
      ...[0, 3].flatMap((more) => [
        ...[watches.started(ids, more), watches.startedForYou(ids, more), watches.taken(ids, more)],
        ...[watches.stopped(ids, more), watches.stoppedForYou(ids, more)],
      ]),
      ...[
        watches.started(['1001'], 0),
        watches.notWatched('1001'),
        watches.brokenMore(2),
        watches.brokenNoMore(),
        watches.brokenNoMore('#x'),
        watches.yours(1, 1),
        watches.yours(3, 0),
      ],
      ...['*', '20']
        .map(watches.patternOf)
        .flatMap((what) => [
          ...[watches.startedPatterns([what], 1), watches.startedPatterns([what, what], 1_200)],
          ...[watches.startedPatternsForYou([what], 35), watches.stoppedPatterns([what])],
          ...[watches.stoppedPatternsForYou([what, what]), watches.partOf('1001', what)],
          ...[watches.list.pattern(what, 35, 0), watches.list.pattern(what, 1, 1)],
        ]),
      ...(['not-in-channel', 'closed', 'no-direct-messages', 'other'] as const).flatMap((closed) => [
        ...[watches.list.broken(closed), watches.broken(closed), watches.broken(closed, '#x')],
        ...Object.values(watches.problem.closed(closed)),
      ]),
      ...Object.values(watches.problem.limit(1_000)),
    ],
    history: [
      ...[history.loading('x'), history.of('x'), history.lengths(14), history.notWatched('x')],
      ...[
        history.weekday(time.weekday({ atMs: 0, zoneId: 'UTC' }), 1),
        history.lasted(time.duration(52 * H)),
      ],
      ...[history.days(14, 14, []), history.days(1, 1, [])],
      history.days(11, 14, [
        { sign: 'critical', days: ids, more: 0 },
        { sign: 'not-seen', days: ids, more: 3 },
      ]),
      ...[history.protectedFor('93%', undefined), history.protectedFor('93%', time.duration(5 * H))],
      ...LEVELS.map((level) => history.since(level)),
    ],
    recheck: [
      ...[recheck.line('@x', []), recheck.line(undefined, []), recheck.line('@x', ['y'])],
      ...LEVELS.map((level) => recheck.level(level, level)),
      ...(['online', 'offline', 'backing-up', 'unknown', 'not-reported'] as const).map((status) =>
        recheck.status(status, status),
      ),
      ...[card.never, recheck.unreadable, card.notReported].map((age) =>
        recheck.backup('folders', age, time.shortDuration(5 * H)),
      ),
      ...[
        recheck.newBackup('folders', time.ago(2 * H)),
        recheck.noNewBackup('x', 'x'),
        recheck.noNewBackup('x', 'y'),
      ],
      recheck.packageEnd(card.notReported, time.day('2027-06-09')),
    ],
  };
  return Object.entries(said).flatMap(([name, phrases]) =>
    phrases.map((phrase, at): [string, string] => [phrases.length === 1 ? name : `${name} ${at}`, phrase]),
  );
}
