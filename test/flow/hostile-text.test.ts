import { onTestFinished, test } from 'vitest';
import { hostileAnswers, hostileRequests } from '../reliability/hostile-steps.ts';

// How long others wait meanwhile is measured by the bench: measurement 5.
test.each([
  ['typed, chosen, pressed or written in a message', hostileRequests],
  ['sent by the service', hostileAnswers],
])('commands are answered after hostile texts are %s', async (_, start) => {
  const { steps, close } = await start();
  onTestFinished(close);
  for (const step of Object.values(steps)) await step();
});
