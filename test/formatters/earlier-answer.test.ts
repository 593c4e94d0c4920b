import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/domain/account.ts';
import { judgeAccount } from '../../src/domain/judge-account.ts';
import type { LookupOutcome } from '../../src/domain/outcome.ts';
import type { Exceptions } from '../../src/domain/verdict.ts';
import { formatLookup } from '../../src/formatters/account/lookup-message.ts';
import { triageEntry } from '../../src/formatters/list/triage-entry.ts';
import { said } from '../support/reader.ts';
import { asText, statusLineOf } from './rows.ts';
import { account, hoursAgo, NOW_MS, PRIVATE, THRESHOLDS } from './samples.ts';

const HOUR_MS = 3_600_000;
const OFFLINE = { kind: 'offline', sent: 'çevrimdışı' } as const;

/** The service fails, and this is what it said so many hours ago. */
function outcomeOf(
  differences: Partial<Account>,
  readHoursAgo: number,
  exceptions: Exceptions = {},
): LookupOutcome {
  const about = account(differences);
  const readAtMs = NOW_MS - readHoursAgo * HOUR_MS;
  const verdict = judgeAccount(about, { readAtMs, nowMs: NOW_MS }, THRESHOLDS, exceptions);
  const lastKnown = { account: about, verdict, readAtMs, source: 'last-known' as const };
  return { kind: 'unavailable', id: about.id, reason: 'network', lastKnown };
}

const WHY = said({
  en: 'The service cannot be reached. This is what the service said 22\u00A0h ago.',
  tr: 'Servise ulaşılamıyor. Gösterilen yanıt 22\u00A0saat önce alındı.',
});

describe('an earlier answer of 22 hours ago', () => {
  it.each<[string, Partial<Account>, string, string]>([
    [
      'healthy then, and by its age perhaps late now',
      { database: hoursAgo(26), folders: hoursAgo(30) },
      said({
        en: '❔ 1001 · Last known backup 26\u00A0h ago; not checked for 22\u00A0h',
        tr: '❔ 1001 · Bilinen son yedek 26\u00A0saat önce; 22\u00A0saattir sorulmadı',
      }),
      said({
        en: '🟢 Online · folders 30\u00A0h · database 26\u00A0h',
        tr: '🟢 Çevrimiçi · klasörler 30\u00A0sa · veritabanı 26\u00A0sa',
      }),
    ],
    [
      'one of two perhaps late now',
      { database: hoursAgo(24), folders: hoursAgo(30) },
      said({
        en: '❔ 1001 · Last known folder backup 30\u00A0h ago; not checked for 22\u00A0h',
        tr: '❔ 1001 · Bilinen son klasör yedeği 30\u00A0saat önce; 22\u00A0saattir sorulmadı',
      }),
      said({
        en: '🟢 Online · folders 30\u00A0h · database 24\u00A0h',
        tr: '🟢 Çevrimiçi · klasörler 30\u00A0sa · veritabanı 24\u00A0sa',
      }),
    ],
    [
      'healthy, and still in time',
      { database: hoursAgo(23), folders: hoursAgo(25) },
      said({
        en: '✅ 1001 · Backups are fine (as of 22\u00A0h ago)',
        tr: '✅ 1001 · Yedekler yolunda (yanıt 22\u00A0saat önce alındı)',
      }),
      said({
        en: '🟢 Online · database 23\u00A0h · folders 25\u00A0h',
        tr: '🟢 Çevrimiçi · veritabanı 23\u00A0sa · klasörler 25\u00A0sa',
      }),
    ],
    [
      'late then: as late as it was, by the ages of then',
      { status: OFFLINE, database: hoursAgo(49), folders: hoursAgo(52) },
      said({
        en: '⚠️ 1001 · Needs attention: no backup for 27\u00A0h (as of 22\u00A0h ago)',
        tr: '⚠️ 1001 · Kontrol edilmeli: 27\u00A0saattir yedek yok (yanıt 22\u00A0saat önce alındı)',
      }),
      said({
        en: '⚪ Offline · folders 30\u00A0h · database 27\u00A0h',
        tr: '⚪ Çevrimdışı · klasörler 30\u00A0sa · veritabanı 27\u00A0sa',
      }),
    ],
    [
      'whose package ended since',
      { database: hoursAgo(23), folders: hoursAgo(24), packageEndsOn: '2026-11-20' },
      said({
        en: '⚠️ 1001 · Package ended yesterday as last known; not checked for 22\u00A0h',
        tr: '⚠️ 1001 · Bilinen son duruma göre paket dün bitti; 22\u00A0saattir sorulmadı',
      }),
      said({
        en: '🟢 Online · database 23\u00A0h · folders 24\u00A0h',
        tr: '🟢 Çevrimiçi · veritabanı 23\u00A0sa · klasörler 24\u00A0sa',
      }),
    ],
    [
      'whose package ends soon, with backups that may be late by now',
      { database: hoursAgo(26), folders: hoursAgo(30), packageEndsOn: '2026-11-26' },
      said({
        en: '⚠️ 1001 · Package ends in 5\u00A0days · Last known backup 26\u00A0h ago; not checked for 22\u00A0h',
        tr: '⚠️ 1001 · Paket 5\u00A0gün sonra bitiyor · Bilinen son yedek 26\u00A0saat önce; 22\u00A0saattir sorulmadı',
      }),
      said({
        en: '🟢 Online · database 26\u00A0h · folders 30\u00A0h · package ends in 5\u00A0days',
        tr: '🟢 Çevrimiçi · veritabanı 26\u00A0sa · klasörler 30\u00A0sa · paket 5\u00A0gün sonra bitiyor',
      }),
    ],
  ])('%s', (_, differences, text, numbers) => {
    const outcome = outcomeOf(differences, 22);
    const { kind } = account(differences).status;
    const status = asText(
      statusLineOf(kind === 'offline' ? kind : 'online', { readAtMs: NOW_MS - 22 * HOUR_MS }),
    );
    expect(formatLookup(outcome, PRIVATE).text).toBe(`${text}\n${status}\n${WHY}`);
    expect(triageEntry(outcome, PRIVATE, 'brief').numbers).toBe(numbers);
  });
});

describe('an account of which one backup is ignored', () => {
  const ignoring: Exceptions = { ignored: { backup: 'database', setBy: 'x' } };

  it.each<[string, Partial<Account>, string]>([
    [
      'is told by the other one that is stale',
      { database: hoursAgo(2), folders: hoursAgo(80) },
      said({
        en: '🚨 1001 · Act now: no folder backup for 3\u00A0days (as of just now)',
        tr: '🚨 1001 · Acil: 3\u00A0gündür klasör yedeği yok (yanıt az önce alındı)',
      }),
    ],
    [
      'is told by the other one that never ran',
      { folders: { kind: 'never' } },
      said({
        en: '🚨 1001 · Act now: folders never backed up (as of just now)',
        tr: '🚨 1001 · Acil: hiç klasör yedeği alınmamış (yanıt az önce alındı)',
      }),
    ],
    [
      'is told by the other one while that is perhaps stuck',
      { status: { kind: 'backing-up', sent: 'yedekleniyor' }, folders: hoursAgo(30) },
      said({
        en: '⚠️ 1001 · Perhaps stuck: running, but no new folder backup for 30\u00A0h (as of just now)',
        tr: '⚠️ 1001 · Takılmış olabilir: çalışıyor, ama 30\u00A0saattir yeni klasör yedeği yok (yanıt az önce alındı)',
      }),
    ],
    [
      'is told by the other one when its package has ended',
      { folders: hoursAgo(80), packageEndsOn: '2026-11-18' },
      said({
        en: '🚨 1001 · Act now: package ended 3\u00A0days ago, no folder backup for 3\u00A0days (as of just now)',
        tr: '🚨 1001 · Acil: paket 3\u00A0gün önce bitti, 3\u00A0gündür klasör yedeği yok (yanıt az önce alındı)',
      }),
    ],
  ])('%s', (_, differences, text) => {
    expect(formatLookup(outcomeOf(differences, 0, ignoring), PRIVATE).text.split('\n')[0]).toBe(text);
  });

  it('blames the backup that does not run, not the whole client', () => {
    const { blocks } = formatLookup(outcomeOf({ folders: hoursAgo(80) }, 0, ignoring), PRIVATE);
    expect(JSON.stringify(blocks)).toContain(
      said({
        en: 'Client is up, its folder backup is not running',
        tr: 'İstemci açık, klasör yedeği çalışmıyor',
      }),
    );
  });
});
