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

// The steps run in this order with one bot. Measurement 5 of the benchmark shows how long others wait meanwhile.
test.each<[string, (thousands: Thousands) => Steps]>([
  ['are read', lookedAt],
  ['become critical at once, are acknowledged and recover', alerted],
  ['are added to the list, stopped and watched again', changed],
])('20,000 accounts %s', async (_, stepsOf) => {
  for (const step of Object.values(stepsOf(thousands))) await step();
});
