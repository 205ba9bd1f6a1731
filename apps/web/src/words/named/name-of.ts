import { textIfKnown } from '../messages.ts'

/*
 * Names that the contract or the server provides in English. The `names.de.json` of each folder of the contract contains the German ones:
 * under `<group>.<code>` for names with a code, and under `value.<name>` for wire values that are names themselves (a threat type, a
 * severity, a field).
 */

/** The name of a code in the current language; `english` if that language has none. */
export const nameOf = (group: string, code: string, english: string): string =>
  textIfKnown(`named.${group}.${code}`) ?? english

/** A wire value that is an English name, in the current language; an unknown value is returned as it is. */
export const valueName = (value: string): string => nameOf('value', value, value)
