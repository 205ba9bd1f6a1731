/** Allowed password lengths, in UTF-16 units as the browser counts them. */
export const passwordLength = { min: 12, max: 128 } as const

/**
 * Whether a text can be the email address of a user: one @, and no characters that separate addresses. Lengths: RFC 5321 section 4.5.3.1.
 *
 * @example isEmailAddress('ada@localhost') // true
 */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>"(),;:\\\0]{1,64}@[^\s@<>"(),;:\\\0]{1,255}$/.test(text)

/** Whether emails to an address can leave the installation: its host has a dot. The schemas of recipients check the rest. */
export const isInternetAddress = (text: string): boolean => isEmailAddress(text) && /@[^.]+\..*[^.]$/.test(text)
