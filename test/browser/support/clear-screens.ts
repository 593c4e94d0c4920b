import type { Sandbox } from '../../../sandbox/start-sandbox.ts';

/** Closes everybody's modals and forgets their ephemeral messages. Both outlive a browser, as in Slack. */
export async function clearScreens({ slack }: Pick<Sandbox, 'slack'>): Promise<void> {
  for (const name of ['ada', 'bora', 'guest', 'outsider'] as const) {
    const person = slack.person(name);
    while (person.modal()) await person.closeModal();
    person.reload();
  }
}
