import { textIfKnown } from '../messages.ts'

/*
 * Names that the contract or the server gives in English. English is theirs; `names.de.json` has the other language: of what has a
 * code under `<group>.<code>`, of a wire value that is a name itself (a threat type, a severity, a field) under `value.<name>`.
 */

/** The name of a code in the language in force; `english` where that language has none. */
export const nameOf = (group: string, code: string, english: string): string =>
  textIfKnown(`named.${group}.${code}`) ?? english

/** A wire value that is an English name, in the language in force; an unknown one stays as it is. */
export const valueName = (value: string): string => nameOf('value', value, value)
