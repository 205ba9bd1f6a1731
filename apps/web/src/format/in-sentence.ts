import { language } from '../words/words.ts'

/** A name within a sentence: lower case in English, unchanged in German. */
export const inSentence = (name: string): string => (language() === 'en' ? name.toLowerCase() : name)
