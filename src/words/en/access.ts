export const access = {
  /** At most 24 characters (Slack, title of a view). */
  title: 'No answer here',
  /** What somebody reads who gets no answer: why, and what they can do. For `not-here` a list of places follows. */
  refusals: {
    'not-here': {
      what: 'Backup status does not answer here.',
      next: 'Ask again in one of these places:',
    },
    'not-you': {
      what: 'You don’t have access to backup status.',
      next: 'It is for full members of the workspace that runs it, or for some of them. Ask one of them to look it up, or ask the app’s admin for access.',
    },
    'not-checked': {
      what: 'Slack could not be asked whether you have access.',
      next: 'Try again in a minute. If this continues, tell the app’s admin.',
    },
  },
  /** Places in the list that are no channels. */
  places: { home: 'the Home of this app', direct: 'a direct message' },
};
