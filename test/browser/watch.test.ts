import { test } from 'vitest';
import { actNow } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { PHONE } from './support/client.ts';
import { expectInSight } from './support/in-sight.ts';
import { serveWorkspace } from './support/serve-workspace.ts';
import { passTime, startWatch } from './support/watching.ts';

const { alert, buttons, triage, watches } = words;
const RUNS_AGAIN = 'Run backups';

const workspace = serveWorkspace();

test('two accounts watched in #oncall are in one alert, are acknowledged, and recover in the same alert', async () => {
  const client = await workspace.open({ viewport: PHONE });
  const { page, message, control } = client;
  await startWatch(client, '1001 1003');
  await expectInSight(page, [`@Ada Byron ${watches.started(words.numbers.list(['1001', '1003']))}`]);
  for (let day = 0; day < 2; day += 1) await control('+1 day');
  const told = message(triage.summary(2, { critical: 2 }));
  await passTime(client, told);
  await expectInSight(page, [
    `🚨 ${triage.summary(2, { critical: 2 })}`,
    `🚨 ${actNow('1003', 2)}`,
    `🚨 ${actNow('1001', 2)}`,
    buttons.acknowledge,
    buttons.seeAll,
  ]);
  await told.getByRole('button', { name: buttons.acknowledge }).click();
  await expectInSight(page, [
    `🚨 ${actNow('1003', 2)}`,
    `@Ada Byron ${words.card.onItSince('|').split('|', 1)[0]}`,
    watches.taken(words.numbers.list(['1001', '1003'])),
  ]);
  await control(RUNS_AGAIN);
  // The first reply names the owner.
  await passTime(client, page.getByText('2 replies'));
  await expectInSight(page, [`✅ ${alert.someFine(2)}`, '✅ 1003', '✅ 1001']);
});
