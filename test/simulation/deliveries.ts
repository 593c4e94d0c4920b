import type { Tables } from '../../src/store/tables.ts';
import { untouched } from './presses.ts';
import {
  accountOf,
  excusedIn,
  isOwed,
  quietOf,
  quietTime,
  quietWhen,
  SETTLED_AFTER_MS,
  TOLD_WITHIN_MS,
} from './quiet-times.ts';
import type { Delivered } from './simulated-slack.ts';
import type { Ended, World } from './world.ts';

/** The target of the first channel's watch is called once for each change of a critical incident. */
export function* wrongDeliveries(world: Ended) {
  const { incidents, slack } = world;
  const { delivered } = slack;
  const doubles = delivered.length - new Set(delivered.map(({ key }) => key)).size;
  if (doubles > excusedIn(world)) yield `a target was called ${doubles} times too often`;
  const byIncident = Map.groupBy(delivered, ({ incidentId }) => incidentId);
  for (const [id, calls] of byIncident) {
    const once = [...new Map(calls.map((call) => [call.key, call])).values()];
    for (const [index, { action }] of once.entries())
      if (action === once[index - 1]?.action) yield `a target was called twice with ${action} of ${id}`;
    if (!incidents.some((one) => one.id === id) && once.at(-1)?.action !== 'resolve')
      yield `no target was told that ${id} is no longer watched`;
    for (const [index, call] of once.entries())
      if (call.action === 'trigger' && wasLeftLoud(world, call, once[index + 1]?.clockMs))
        yield `${id} was quiet, and a target was not called about that`;
  }
  for (const call of delivered)
    if (
      call.action === 'trigger' &&
      !call.isLate &&
      quietWhen(world, accountOf(call.incidentId), 'C1', call).length > 0
    )
      yield `${call.incidentId} was quiet, and a target was called`;
  for (const incident of incidents) {
    const { id, closed_at_ms: closedAtMs } = incident;
    const last = byIncident.get(id)?.at(-1)?.action;
    if (last === undefined && isMissed(world, incident)) yield `no target was called about ${id}`;
    const isOver = closedAtMs !== null && closedAtMs < world.nowMs - SETTLED_AFTER_MS;
    if (last !== undefined && isOver && last !== 'resolve') yield `no target was told that ${id} is over`;
  }
}

/** Whether the next call after a trigger was due long before, because the account was quiet. */
function wasLeftLoud(world: World, { incidentId, clockMs }: Delivered, nextMs = world.nowMs): boolean {
  return quietOf(world, accountOf(incidentId), 'C1').some(
    ({ fromMs, untilMs }) =>
      quietTime(untouched(world), Math.max(fromMs, clockMs), Math.min(untilMs, nextMs)) > 2 * TOLD_WITHIN_MS,
  );
}

/** Whether an incident without a call had to be called about. What was critical when the watch began is reported nowhere. */
function isMissed(world: World, incident: Tables['incidents']): boolean {
  const { id, level, account_id: accountId, detected_at_ms: detectedAtMs } = incident;
  const untilMs = incident.closed_at_ms ?? world.nowMs;
  return (
    level === 'critical' &&
    world.notified.some(({ channelId, what }) => channelId === 'C1' && what === `critical ${id}`) &&
    !world.taken.has(accountId) &&
    isOwed(world, accountId, 'C1', detectedAtMs, untilMs) &&
    quietTime(world, detectedAtMs, untilMs) > 2 * TOLD_WITHIN_MS
  );
}
