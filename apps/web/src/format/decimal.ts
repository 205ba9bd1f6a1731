import { language } from '../words/words.ts'

/** A number as it is, with the decimal sign of the language: `1.4`, in German `1,4`. */
export function decimal(value: number): string {
  const text = String(value)
  return language() === 'de' ? text.replace('.', ',') : text
}
