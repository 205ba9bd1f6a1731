import { setupI18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import connectorTexts from '@signet/contract/errors/connectors.en.json' with { type: 'json' }
import errorTexts from '@signet/contract/errors/errors.en.json' with { type: 'json' }
import messageTexts from '@signet/contract/messages/server-messages.en.json' with { type: 'json' }
import programTexts from '@signet/contract/errors/program.en.json' with { type: 'json' }
import type { ServerMessageId, ServerMessageParametersOf } from '@signet/contract/messages/server-messages'
import type { Sentence, Words } from '@signet/contract/wire'

const english = { ...connectorTexts, ...errorTexts, ...messageTexts, ...programTexts }

const compiled: Messages = Object.fromEntries(Object.entries(english).map(([id, text]) => [id, compileMessage(text)]))
const i18n = setupI18n({ locale: 'en', messages: { en: compiled } })

/** The English sentence for a message of the contract's catalogs. */
export const sentenceOf = (
  id: keyof typeof english,
  parameters: Readonly<Record<string, string | number>> = {},
): string => i18n._(id, parameters)

/** Words that were stored, with their sentence in English. */
export const inEnglish = ({ reason, parameters }: Words): Sentence => ({
  reason,
  parameters,
  message: i18n._(reason, parameters),
})

/** A message for people that isn't an error: in English, with its id and parameters for other languages. */
export const messageOf = <N extends ServerMessageId>(
  reason: N,
  parameters: ServerMessageParametersOf<N> & Words['parameters'],
): Sentence => inEnglish({ reason, parameters })

export const wordsOf = ({ reason, parameters }: Words): Words => ({ reason, parameters })
