import { countInWords } from '../../words/words.ts'

/** A count with separators, as result counts and tables show it: `5,763`, in German `5.763`. */
export function exactNumber(count: number): string {
  return countInWords(count)
}
