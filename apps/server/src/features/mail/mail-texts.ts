import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { MailParametersOf, MailTextId } from '@signet/contract/news/mail-texts'
import german from '@signet/contract/news/mails.de.json' with { type: 'json' }
import english from '@signet/contract/news/mails.en.json' with { type: 'json' }

const i18nOf = (locale: string, texts: Record<MailTextId, string>) => {
  const compiled = Object.entries(texts).map(([id, text]) => [id, compileMessage(text)])
  return setupI18n({ locale, messages: { [locale]: Object.fromEntries(compiled) } })
}
const inEnglish = i18nOf('en', english)
const inGerman = i18nOf('de', german)

/**
 * Returns the function for the fixed texts of an email.
 *
 * @param locale a language tag of the recipient; English is used for null or an unsupported language
 */
export function mailTextsFor(locale: string | null) {
  const i18n = locale !== null && /^de\b/i.test(locale) ? inGerman : inEnglish
  return <M extends MailTextId>(id: M, parameters: MailParametersOf<M>): string => i18n._(id, { ...parameters })
}
