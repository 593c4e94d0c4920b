import { type Finding, isMet } from '../finding.ts';
import { found, show } from './goal-text.ts';

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
          found(goal),
          isMet(goal) ? 'met' : '**not met**',
        ]),
      ),
    ),
    ...findings.flatMap(({ title, about, columns, rows }) => [`## ${title}`, about, table(columns, rows)]),
    '',
  ].join('\n\n');
}

const HOW_TO_READ = `\`npm run bench\` writes this page: every figure comes from one run on one machine, over real sockets on 127.0.0.1.

- **Read the ratios.** They compare what ran in turn, round by round, on the same machine, and hold on others; the absolute figures do not.
- A figure is the median of its rounds; ± is half the way from the lowest round to the highest, so that what lies within it is noise.
- Load comes from a process of its own, and every request is signed anew before the clock runs. On two cores the load and the bot have one each; a machine that is busy otherwise shows it in the ±.
- Each answer is checked: a bot that refuses or fails ends the run instead of looking fast.
- \`npm run bench -- --quick\` takes two minutes, writes nothing, and ends with an error when a goal is missed by more than three times the median distance of its rounds from their middle, or by a quarter where a figure has no rounds. [Why these goals](decisions/0007-what-speed-is-held-against.md).`;

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
