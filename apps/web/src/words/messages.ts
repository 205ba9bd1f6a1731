import { setupI18n, type Messages } from '@lingui/core'
import type { Sentence, Words } from '@signet/contract/wire'

/*
 * Texts by id. A room stores its texts in `words.en.json` and `words.de.json`, in ICU MessageFormat. The plugin `apps/web/catalogue.ts`
 * compiles them and adds to each module the English texts whose ids it names. `wordsOf` returns the function that reads a room's texts.
 */

const i18n = setupI18n({ locale: 'en', messages: { en: {}, de: {} } })

export type MessageValues = Readonly<Record<string, string | number>>

/** Registers the texts of a room in one language. */
export function addMessages(language: string, room: string, messages: Messages): void {
  i18n.load(language, Object.fromEntries(Object.entries(messages).map(([id, message]) => [`${room}.${id}`, message])))
}

/** Called by code that the plugin adds to each module that names ids. */
export const addEnglish = (room: string, texts: Messages): void => addMessages('en', room, texts)

/**
 * The function that reads the texts of a room.
 *
 * @param room its folder, without `features/`
 * @param english provides the type of the ids; the texts come with the modules that name them
 */
export function wordsOf<Id extends string>(
  room: string,
  english: Readonly<Record<Id, string>>,
): (id: Id, values?: MessageValues) => string
export function wordsOf(room: string): (id: string, values?: MessageValues) => string {
  return (id, values) => i18n._(`${room}.${id}`, values)
}

/** A sentence of the server in the current language. It contains the English text, so the portal needs only the other catalogues. */
export const sentenceOf = ({ message, reason, parameters }: Sentence): string =>
  textIfKnown(`server.${reason}`, withNames(parameters)) ?? message

/** Parameters that contain names of the contract, which are English. */
const named = new Set(['severity', 'status', 'from', 'to', 'channel', 'threatType', 'source'])

const withNames = (parameters: Words['parameters']): Words['parameters'] =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      named.has(name) ? (textIfKnown(`named.value.${value}`) ?? value) : value,
    ]),
  )

/** Sets the language of texts that are read from now on. */
export const activateMessages = (language: string): void => i18n.activate(language)

/** The text of an id in the current language, if that language has one. */
export const textIfKnown = (id: string, values?: MessageValues): string | undefined =>
  id in i18n.messages ? i18n._(id, values) : undefined
