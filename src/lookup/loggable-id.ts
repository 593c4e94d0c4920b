/** An id as it may stand in a log. People also type e-mail addresses as ids; those are personal and stay out. */
export const loggableId = (id: string): string => (/@|\[at\]/i.test(id) ? '(an e-mail address)' : id);
