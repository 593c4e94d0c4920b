import { onTestFinished, test } from 'vitest';
import {
  alerted,
  changed,
  lookedAt,
  openThousands,
  type Steps,
  type Thousands,
} from '../reliability/thousands.ts';

// How long others wait meanwhile is measured by the bench: measurement 5.
test.each<[string, (thousands: Thousands) => Steps]>([
  ['are looked at', lookedAt],
  ['are put on the list, stopped and watched again', changed],
  ['are critical at once, taken over and fine again', alerted],
])('20,000 accounts %s', async (_, stepsOf) => {
  const thousands = await openThousands();
  onTestFinished(() => thousands.close());
  for (const step of Object.values(stepsOf(thousands))) await step();
});
