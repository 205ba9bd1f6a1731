import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { MailParametersOf, MailTextId } from '@signet/contract/messages/mail-texts'
import german from '@signet/contract/messages/mails.de.json' with { type: 'json' }
import english from '@signet/contract/messages/mails.en.json' with { type: 'json' }
import germanMessages from '@signet/contract/messages/server-messages.de.json' with { type: 'json' }
import type { Words } from '@signet/contract/wire'
import { inEnglish } from '../../errors/sentences.ts'

const i18nOf = (locale: string, sentences: Readonly<Record<string, string>>) => {
  const compiled = Object.entries(sentences).map(([id, text]) => [id, compileMessage(text)])
  return setupI18n({ locale, messages: { [locale]: Object.fromEntries(compiled) } })
}
const texts = { en: i18nOf('en', english), de: i18nOf('de', { ...germanMessages, ...german }) }

/** The language of the texts for a recipient with this language tag: English for null or an unsupported language. */
export const mailLanguage = (locale: string | null) => (locale !== null && /^de\b/i.test(locale) ? 'de' : 'en')

/** Returns the function for the fixed texts of an email to a recipient with this language tag. */
export function mailTextsFor(locale: string | null) {
  const i18n = texts[mailLanguage(locale)]
  return <M extends MailTextId>(id: M, parameters: MailParametersOf<M>): string => i18n._(id, { ...parameters })
}

/** A message of the server in the language of a recipient with this language tag. */
export const mailSentence = (locale: string | null, words: Words): string =>
  mailLanguage(locale) === 'de' ? texts.de._(words.reason, words.parameters) : inEnglish(words).message
