import { language } from '../../words/words.ts'

/** A name within a sentence: lower case in English except for abbreviations, unchanged in German. */
export const inSentence = (name: string): string =>
  language() === 'en' ? name.replaceAll(/\b(?![A-Z]{2,}\b)\w+/g, (word) => word.toLowerCase()) : name
