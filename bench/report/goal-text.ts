import { type Goal, isMet } from '../finding.ts';

/** `Throughput beside Bolt hello: 0.58 × ±0.03 × (at least 0.55 ×): met` */
export function goalText(goal: Goal): string {
  const { name, should, limit } = goal;
  return `${name}: ${found(goal)} (${should} ${show(limit, goal)}): ${isMet(goal) ? 'met' : 'NOT met'}`;
}

/** The value with its spread, where that is known. */
export const found = (goal: Goal): string =>
  goal.spread === undefined
    ? show(goal.value, goal)
    : `${show(goal.value, goal)} ±${show(goal.spread, goal)}`;

export function show(value: number, { unit }: Goal): string {
  if (unit === 'a second') return `${Math.round(value).toLocaleString('en-US')} a second`;
  return unit === '×' ? `${value.toFixed(2)} ×` : `${value.toFixed(1)} ms`;
}
