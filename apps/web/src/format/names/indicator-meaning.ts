import { textIfKnown } from '../../words/messages.ts'

/** What an indicator means, in the current language if it is a text of the product that has been translated; otherwise as it is. */
export const indicatorMeaning = (description: string): string =>
  textIfKnown(`named.meaning.${description}`) ?? description
