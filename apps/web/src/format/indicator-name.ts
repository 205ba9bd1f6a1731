import { language, t } from '../words/words.ts'

const number = /\d+(?:\.\d+)?/

/** An indicator's name in the language in force, e.g. `Logo match 93%`; what no table knows stays as it is. */
export function indicatorName(name: string): string {
  const [n] = number.exec(name) ?? []
  if (n === undefined) return t(name)
  // As it is, with all its digits, but with the decimal sign of the language.
  return t(name.replace(number, '{n}'), { n: language() === 'de' ? n.replace('.', ',') : n })
}
