import { textIfKnown } from '../words/messages.ts'
import { language } from '../words/words.ts'

const number = /\d+(?:\.\d+)?/

/** An indicator's name in the language in force, e.g. `Logo match 93%`; what no table knows stays as it is. */
export function indicatorName(name: string): string {
  const [n] = number.exec(name) ?? []
  if (n === undefined) return textIfKnown(`named.indicator.${name}`) ?? name
  // As it is, with all its digits, but with the decimal sign of the language.
  const values = { n: language() === 'de' ? n.replace('.', ',') : n }
  return textIfKnown(`named.indicator.${name.replace(number, '{n}')}`, values) ?? name
}
