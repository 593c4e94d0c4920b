import type { Tables } from '../../src/store/tables.ts';
import { accountOf, isOwed, quietOf, quietTime, SETTLED_AFTER_MS, TOLD_WITHIN_MS } from './quiet-times.ts';
import { MAX_SKEW_MS } from './scenario.ts';
import type { Delivered } from './simulated-slack.ts';
import type { World } from './world.ts';

type IncidentRow = Tables['incidents'];

/** The target of the first channel's watch is called once for each change of a critical incident. */
export function wrongDeliveries(world: World, incidents: readonly IncidentRow[]): string | undefined {
  const { slack, interruptions } = world;
  const doubles = slack.delivered.length - new Set(slack.delivered.map(({ key }) => key)).size;
  if (doubles > slack.lostAnswers + interruptions) return `a target was called ${doubles} times too often`;
  const byIncident = Map.groupBy(slack.delivered, ({ incidentId }) => incidentId);
  for (const [id, calls] of byIncident) {
    const once = [...new Map(calls.map((call) => [call.key, call])).values()];
    const twice = once.findIndex(({ action }, index) => action === once[index - 1]?.action);
    if (twice !== -1) return `a target was called twice with ${once[twice]?.action} of ${id}`;
  }
  const told = calledWhileQuiet(world);
  if (told !== undefined) return `${told.incidentId} was quiet, and a target was called`;
  return incidents
    .map((incident) => missed(world, incident, byIncident.get(incident.id) ?? []))
    .find(Boolean);
}

/** A call that began while its account was quiet. */
const calledWhileQuiet = (world: World) =>
  world.slack.delivered.find(
    ({ action, incidentId, key, clockMs, isLate }) =>
      action === 'trigger' &&
      !isLate &&
      quietOf(world, accountOf(incidentId), 'C1').some(
        ({ fromMs, untilMs }) =>
          fromMs + MAX_SKEW_MS < Number(key.split('@').at(-1)) && clockMs < untilMs - MAX_SKEW_MS,
      ),
  );

function missed(world: World, incident: IncidentRow, calls: readonly Delivered[]): string | undefined {
  const { id, account_id: accountId, closed_at_ms: closedAtMs, detected_at_ms: detectedAtMs } = incident;
  const last = calls.at(-1)?.action;
  const untilMs = closedAtMs ?? world.nowMs;
  if (last === undefined) {
    // An account that was critical when the watch began is not reported to targets or channels.
    const isNews = world.notified.some(
      ({ channelId, what }) => channelId === 'C1' && what === `critical ${id}`,
    );
    const mustCall =
      isNews &&
      incident.level === 'critical' &&
      !world.taken.has(accountId) &&
      isOwed(world, accountId, 'C1', detectedAtMs, untilMs) &&
      quietTime(world, detectedAtMs, untilMs) > 2 * TOLD_WITHIN_MS;
    return mustCall ? `no target was called about ${id}` : undefined;
  }
  const isOver = closedAtMs !== null && closedAtMs < world.nowMs - SETTLED_AFTER_MS;
  return isOver && last !== 'resolve' ? `no target was told that ${id} is over` : undefined;
}
