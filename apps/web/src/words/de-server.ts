import errors from '@signet/contract/messages/errors.de.json'
import notices from '@signet/contract/messages/notices.de.json'

/** The German of the server's sentences; a file of its own, because one of all words is too large to load at once. */
export const server = { ...errors, ...notices }
