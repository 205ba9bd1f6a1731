import { setupI18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import english from '@signet/contract/messages/errors.en.json' with { type: 'json' }

const compiled: Messages = Object.fromEntries(Object.entries(english).map(([id, text]) => [id, compileMessage(text)]))
const i18n = setupI18n({ locale: 'en', messages: { en: compiled } })

/** The English sentence of a message of the catalogues of the contract. */
export const sentenceOf = (
  id: keyof typeof english,
  parameters: Readonly<Record<string, string | number>> = {},
): string => i18n._(id, parameters)
