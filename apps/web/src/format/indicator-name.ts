import { t } from '../words/words.ts'

const number = /\d+(?:\.\d+)?/

/** An indicator's name in the language in force, e.g. `Logo match 93%`; what no table knows stays as it is. */
export function indicatorName(name: string): string {
  const [n] = number.exec(name) ?? []
  return n === undefined ? t(name) : t(name.replace(number, '{n}'), { n })
}
