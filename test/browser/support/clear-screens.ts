import type { Sandbox } from '../../../sandbox/start-sandbox.ts';

/** Closes the modals of ada and bora and forgets what only they see: both outlive a browser, as in Slack. */
export async function clearScreens({ slack }: Pick<Sandbox, 'slack'>): Promise<void> {
  for (const name of ['ada', 'bora'] as const) {
    const person = slack.person(name);
    while (person.modal()) await person.closeModal();
    person.reload();
  }
}
