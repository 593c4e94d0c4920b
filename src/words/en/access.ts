import type { AccessWords } from '../access-words.ts';

export const access: AccessWords = {
  title: 'No answer here',
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
      next: 'Let a member of this workspace ask.',
    },
    unknown: {
      what: 'Slack did not say in time whether you are a member of this workspace.',
      next: 'Try again in a minute. If it goes on, tell whoever runs this app.',
    },
    'signed-out': {
      what: 'Slack no longer lets this app in, so it cannot tell who may ask.',
      next: 'Tell the people who run this app: it needs a new bot token, or has to be installed again.',
    },
    'not-named': {
      what: 'Backup status is open to certain people of this workspace, and you are not among them yet.',
      next: 'Ask somebody on call to look it up, or ask whoever runs this app to add you.',
    },
    elsewhere: {
      what: 'Backup status does not answer in this place.',
      next: 'Ask again in one of these:',
    },
  },
  places: { home: 'the Home of this app', direct: 'a direct message' },
};
