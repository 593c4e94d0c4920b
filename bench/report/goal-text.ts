import { type Goal, isMet } from '../finding.ts';

/** `0.91 × (at least 0.80 ×): met` */
export function goalText(goal: Goal): string {
  const { name, value, should, limit } = goal;
  return `${name}: ${show(value, goal)} (${should} ${show(limit, goal)}): ${isMet(goal) ? 'met' : 'NOT met'}`;
}

export function show(value: number, { unit }: Goal): string {
  if (unit === 'a second') return `${Math.round(value).toLocaleString('en-US')} a second`;
  return unit === '×' ? `${value.toFixed(2)} ×` : `${value.toFixed(1)} ms`;
}
