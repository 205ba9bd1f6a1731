import PostalMime, { type Address, type Email } from 'postal-mime'

/* For the limited programs that parse emails from outside. */

/** Attached emails are listed like other files. */
export const parseMail = (bytes: Buffer): Promise<Email> =>
  PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    maxNestingDepth: 30,
    maxHeadersSize: 256 * 1024,
  })

/** Whether the parser refused an email whose parts are nested deeper, or whose headers are longer, than in any real email. */
export const isOverLimits = (error: unknown): boolean =>
  error instanceof Error && /^Maximum (MIME nesting depth|header size) of /.test(error.message)

/** The first address of a sender, in lower case; null without one. */
export function addressOf(address: Address | undefined): string | null {
  const mailbox = address?.group ? address.group[0] : address
  return mailbox?.address ? mailbox.address.toLowerCase().slice(0, 254) : null
}
