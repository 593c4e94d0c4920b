import { type Finding, type Goal, isMet } from '../finding.ts';
import { show } from './goal-text.ts';

/** docs/performance.md. Nothing in it depends on the day. */
export function performancePage(findings: readonly Finding[], machine: string): string {
  return [
    '# Performance',
    HOW_TO_READ,
    `Machine: ${machine}.`,
    '## Goals',
    table(
      ['Goal', 'should be', 'is', ''],
      findings.flatMap(({ title, goals }) =>
        goals.map((goal) => [
          `${title.split(' ', 1)[0]} ${goal.name}`,
          `${goal.should} ${show(goal.limit, goal)}`,
          show(goal.value, goal),
          verdictOn(goal),
        ]),
      ),
    ),
    ...findings.flatMap(({ title, about, columns, rows }) => [`## ${title}`, about, table(columns, rows)]),
    '',
  ].join('\n\n');
}

function verdictOn(goal: Goal): string {
  if (isMet(goal)) return 'met';
  const isHeld = goal.held !== undefined;
  return isHeld
    ? `**not met**, held at ${show(goal.held ?? 0, goal)}: [why](decisions/0007-what-speed-is-held-against.md)`
    : '**not met**';
}

const HOW_TO_READ = `\`npm run bench\` writes this page: every figure comes from one run on one machine, over real sockets on 127.0.0.1.

- **Read the ratios.** They compare what ran in turn, round by round, on the same machine, and hold on others; the absolute figures do not.
- A figure is the median of its rounds; ± is half the way from the lowest round to the highest, so that what lies within it is noise.
- Load comes from a process of its own, and every request is signed anew before the clock runs. On two cores the load and the bot have one each; a machine that is busy otherwise shows it in the ±.
- Each answer is checked: a bot that refuses or fails ends the run instead of looking fast.
- \`npm run bench -- --quick\` takes two minutes, writes nothing, and ends with an error when a goal, or what is held in its place, is missed by more than a quarter.`;

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
