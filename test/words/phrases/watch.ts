import type { Words } from '../../../src/words/words.ts';
import { H, ids } from './values.ts';

/** Alerts, the summary, the list of accounts, watches and the history. */
export function watchPhrases(words: Words): Readonly<Record<string, readonly string[]>> {
  const few = words.numbers.list(ids);
  const many = words.numbers.list(ids, 3);
  const { alert, summary, time, verdict, watches, accounts, history, quiet } = words;
  return {
    alert: [
      ...[
        words.triage.summary(3, { critical: 3 }),
        words.triage.summary(4, { critical: 1, attention: 2, unknown: 1 }),
        words.triage.summary(43, { critical: 42, attention: 1 }, 200),
        alert.since('x'),
        verdict.since('critical', alert.orEarlier('x')),
        alert.oneCause('x'),
      ],
      ...[alert.more(27), alert.isNew('1001', 1), alert.isNew('1001', 40), alert.isStillOpen('1001', 40)],
      ...[
        alert.fine('1001', time.duration(52 * H)),
        alert.was(words.numbers.list(['1001'], 3)),
        alert.tookOver(many),
        ...(['released', 'over', 'worse'] as const).map((why) => alert.noLonger(why, many)),
        many,
        alert.still(many),
        alert.stillUntil('02:07'),
        alert.fineSince('x'),
      ],
      ...[alert.someFine(2), alert.accounts(1), alert.accounts(3)],
      ...[alert.again(1, 1), alert.again(2, 2), alert.again(1, 2), alert.again(2, 3)],
      ...[alert.outage.what('x'), alert.outage.meanwhile(1), alert.outage.meanwhile(200)],
      ...[alert.outage.over('x', 'y', time.duration(5 * H)), alert.downtime('x', 'y')],
    ],
    summary: [
      ...[1, 198, 200].map((count) => words.triage.summary(count, { healthy: count }, 200)),
      ...[summary.here('#x')],
      ...[summary.overdue(1), summary.overdue(3)],
      ...[summary.fineAgain(many), summary.new(few), summary.worse(many)],
      ...[summary.since('x'), summary.read(1, 1, 'x'), summary.read(198, 200, 'x')],
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
      ...[
        accounts.unread(1, '7'),
        accounts.unread(3, '7, 8, 9'),
        accounts.notTaken('3, 4'),
        accounts.limit(20_000),
      ],
    ],
    watches: [
      watches.notSetUp('PagerDuty'),
      ...[[], ['Monday', 'Friday']].map((days) => watches.schedule('08:00', days, 'UTC')),
      ...[
        watches.form.accountsHint('x'),
        watches.form.zone('UTC'),
        watches.form.summaryZone('UTC'),
        watches.form.saved('x'),
        watches.list.more(1),
        watches.list.more(2),
      ],
      ...[watches.started(many), watches.taken(many)],
      ...[watches.stopped(many), watches.stoppedForYou(many), watches.retired(many)],
      watches.alertsEnd('1001'),
      ...[watches.started('1001'), watches.ofTheList(1), watches.ofTheList(1_200)],
      ...[watches.notWatched('1001'), watches.brokenMore(2)],
      ...[
        watches.started(words.numbers.list([watches.patternOf('*'), '1001'])),
        watches.stopped(watches.patternOf('20')),
      ],
      ...[
        watches.partOf('1001', 1, watches.patternOf('*')),
        watches.partOf(many, 5, watches.patternOf('20')),
      ],
      ...['*', '20'].map((prefix) => watches.list.pattern(watches.patternOf(prefix), 35, 0)),
      watches.list.pattern(watches.patternOf('20'), 1, 1),
      ...(['not-in-channel', 'closed', 'no-direct-messages'] as const).flatMap((closed) => [
        ...[watches.broken(closed, '#x'), watches.problem.closed(closed)],
      ]),
      ...[watches.problem.limit(50), watches.stop.watch('1001')],
    ],
    quiet: [quiet.form.rest(1), quiet.form.rest(1_900)],
    history: [
      ...[history.of('x'), history.notWatched('x')],
      ...[history.began('x'), history.lasted(time.duration(52 * H))],
      ...[history.days(14, 14, []), history.days(1, 1, [])],
      history.days(11, 14, [
        { sign: 'critical', days: ids, more: 0 },
        { sign: 'not-seen', days: ids, more: 3 },
      ]),
      ...[
        ...[undefined, time.duration(5 * H)].map((notSeen) =>
          history.protectedFor(words.numbers.percent(93), notSeen),
        ),
      ],
    ],
  };
}
