import { language } from '../words/words.ts'

/** A name within a sentence: small letters in English, while German keeps its capitals. */
export const inSentence = (name: string): string => (language() === 'en' ? name.toLowerCase() : name)
