import { textIfKnown } from '../../words/messages.ts'
import { language } from '../../words/words.ts'

const number = /\d+(?:\.\d+)?/

/** The name of an indicator in the current language, e.g. `Logo match 93%`; an unknown name is returned as it is. */
export function indicatorName(name: string): string {
  const [n] = number.exec(name) ?? []
  if (n === undefined) return textIfKnown(`named.indicator.${name}`) ?? name
  // All digits are kept; only the decimal separator depends on the language.
  const values = { n: language() === 'de' ? n.replace('.', ',') : n }
  return textIfKnown(`named.indicator.${name.replace(number, '{n}')}`, values) ?? name
}
