/** Codes about a recipient's address or a disabled mailbox (RFC 3463, sections 3.2 and 3.3); 5.1.7 and 5.1.8 are about the sender's. */
const statusesOfAddress = /^5\.(?:1\.(?:[0-6]|9|10)|2\.1)$/
/** Reply codes about a mailbox (RFC 5321, section 4.2.3) in a reply that has no enhanced status code. */
const repliesOfAddress = /^(?:550|551|553)\b/

/** Whether an enhanced status code says that the address of a recipient takes no messages. */
export const isStatusOfAddress = (status: string | null) => status !== null && statusesOfAddress.test(status)

/**
 * Whether a reply to RCPT refuses the address, and not our server, our sender or this message: only the address is then left in peace.
 *
 * @param reply with its codes, e.g. `550 5.1.1 no such user`
 */
export function isReplyAboutAddress(reply: string): boolean {
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(reply)?.[1]
  return status === undefined ? repliesOfAddress.test(reply) : isStatusOfAddress(status)
}
