import { language } from '../../words/words.ts'

/** A number with all its digits and the decimal separator of the language: `1.4`, in German `1,4`. */
export function decimal(value: number): string {
  const text = String(value)
  return language() === 'de' ? text.replace('.', ',') : text
}
