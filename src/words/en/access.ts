import type { RefusalReason } from '../../domain/access.ts';

export const access = {
  /** At most 24 characters (Slack, title of a view). */
  title: 'No answer here',
  /** What somebody reads who gets no answer: why, and what they can do. For `elsewhere` a list of places follows. */
  refusals: {
    guest: {
      what: 'Backup status is for full members of this workspace, and you are here as a guest.',
      next: 'Ask a member of your team to look it up for you.',
    },
    outsider: {
      what: 'Backup status is for members of the workspace that runs it.',
      next: 'Ask the people you work with there to look it up for you.',
    },
    deactivated: {
      what: 'Backup status is for members of this workspace, and this Slack account is deactivated.',
      next: 'Ask an admin of the workspace to activate it again.',
    },
    bot: {
      what: 'Backup status answers people, not apps.',
      next: 'A member of this workspace has to ask.',
    },
    unknown: {
      what: 'Slack did not say in time whether you are a member of this workspace.',
      next: 'Try again in a minute. If this continues, tell the app’s admin.',
    },
    'signed-out': {
      what: 'Slack rejects this app’s token, so the app cannot check who may ask.',
      next: 'Tell the app’s admin: the app needs a new bot token or must be installed again.',
    },
    'not-named': {
      what: 'Backup status is limited to selected people in this workspace, and you are not one of them.',
      next: 'Ask someone on call to look it up, or ask the app’s admin to add you.',
    },
    elsewhere: {
      what: 'Backup status does not answer here.',
      next: 'Ask again in one of these places:',
    },
  } satisfies Record<RefusalReason, { what: string; next: string }>,
  /** Places in the list that are no channels. */
  places: { home: 'the Home of this app', direct: 'a direct message' },
};
