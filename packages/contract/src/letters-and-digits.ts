/** What is left of a text in which only letters and digits count, in lower case: `Umber Pay!` gives `umberpay`. */
export const lettersAndDigits = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
