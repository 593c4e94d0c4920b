import { afterAll, beforeAll, test } from 'vitest';
import {
  alerted,
  changed,
  lookedAt,
  openThousands,
  type Steps,
  type Thousands,
} from '../reliability/thousands.ts';

let thousands: Thousands;
beforeAll(async () => {
  thousands = await openThousands();
});
afterAll(() => thousands.close());

// In this order, with one bot. How long others wait meanwhile is measured by the bench: measurement 5.
test.each<[string, (thousands: Thousands) => Steps]>([
  ['are looked at', lookedAt],
  ['are critical at once, taken over and fine again', alerted],
  ['are put on the list, stopped and watched again', changed],
])('20,000 accounts %s', async (_, stepsOf) => {
  for (const step of Object.values(stepsOf(thousands))) await step();
});
