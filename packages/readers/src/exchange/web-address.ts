/**
 * Whether a text is the address of a page or file: http, https or ftp with a host. Blanks and commas in it are kept, since feeds contain
 * addresses as their victims received them.
 */
export function isWebAddress(text: string): boolean {
  return /^(?:https?|ftp):\/\/[^\s/]/i.test(text) && URL.canParse(text)
}
