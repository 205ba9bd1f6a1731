import connectors from '@signet/contract/errors/connectors.de.json'
import errors from '@signet/contract/errors/errors.de.json'
import serverMessages from '@signet/contract/messages/server-messages.de.json'

/** The German texts of the server. They are a separate file, because one file with all texts is too large to load at once. */
export const server = { ...connectors, ...errors, ...serverMessages }
