import { setupI18n, type Messages } from '@lingui/core'
import type { Sentence, Words } from '@signet/contract/wire'

/*
 * Texts by id. A room has its texts in `words.en.json` and `words.de.json`, in ICU MessageFormat. The plugin `apps/web/catalogue.ts`
 * compiles them, and lets each module bring the English whose ids it names; `wordsOf` gives the room the function that reads them.
 */

const i18n = setupI18n({ locale: 'en', messages: { en: {}, de: {} } })

export type MessageValues = Readonly<Record<string, string | number>>

/** Makes the texts of a room known in one language. */
export function addMessages(language: string, room: string, messages: Messages): void {
  i18n.load(language, Object.fromEntries(Object.entries(messages).map(([id, message]) => [`${room}.${id}`, message])))
}

/** Called by what the plugin adds to each module that names ids. */
export const addEnglish = (room: string, texts: Messages): void => addMessages('en', room, texts)

/**
 * The function that reads the texts of a room.
 *
 * @param room its folder, without `features/`
 * @param english what knows the ids; its texts come with the modules that name them
 */
export function wordsOf<Id extends string>(
  room: string,
  english: Readonly<Record<Id, string>>,
): (id: Id, values?: MessageValues) => string
export function wordsOf(room: string): (id: string, values?: MessageValues) => string {
  return (id, values) => i18n._(`${room}.${id}`, values)
}

/** A sentence of the server in the language in force. The English comes with it, so the portal has only the other catalogues. */
export const sentenceOf = ({ message, ...words }: Sentence): string => serverText(message, words)

/** The same where the English and what other languages are made from are apart; without the latter a person wrote it. */
export const serverText = (english: string, words: Words | undefined): string =>
  (words && textIfKnown(`server.${words.reason}`, withNames(words.parameters))) ?? english

/** Parameters that hold names of the contract, which are English. */
const named = new Set(['severity', 'status', 'from', 'to', 'channel', 'threatType', 'source'])

const withNames = (parameters: Words['parameters']): Words['parameters'] =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      named.has(name) ? (textIfKnown(`named.value.${value}`) ?? value) : value,
    ]),
  )

/** Puts a language in force for texts read from now on. */
export const activateMessages = (language: string): void => i18n.activate(language)

/** The text of an id in the language in force, where that language has one. */
export const textIfKnown = (id: string, values?: MessageValues): string | undefined =>
  id in i18n.messages ? i18n._(id, values) : undefined
