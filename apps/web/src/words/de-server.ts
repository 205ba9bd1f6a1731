import connectors from '@signet/contract/messages/connectors.de.json'
import errors from '@signet/contract/messages/errors.de.json'
import notices from '@signet/contract/messages/notices.de.json'

/** The German texts of the server. They are a separate file, because one file with all texts is too large to load at once. */
export const server = { ...connectors, ...errors, ...notices }
