/** Allowed password lengths, in UTF-16 units as the browser counts them. */
export const passwordLength = { min: 12, max: 128 } as const

const addressMax = 254

/**
 * Whether a text is one plain email address that can be mailed: no name, no quotes, no list, and a host with a dot.
 *
 * Source: the dot-atom form of RFC 5322, section 3.4.1; lengths of RFC 5321, section 4.5.3.1.
 *
 * @example isEmailAddress('clara@bank.example') // true
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= addressMax &&
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/i.test(text) &&
  !/^\.|\.\.|\.@/.test(text)
