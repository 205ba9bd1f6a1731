/** A person and where their mail goes. Kept apart, so that no text is ever parsed into addresses. */
export interface MailAddress {
  name: string
  address: string
}

/** What became of one try. Only `unknown` leaves open whether the mail is on its way. */
export type Delivery =
  | { state: 'sent' }
  | { state: 'refused'; reason: string; isAddressRefused: boolean }
  | { state: 'temporary'; reason: string }
  | { state: 'unknown'; reason: string }

/** One mail as it goes out: one recipient. */
export interface OutgoingMail {
  /** Without angle brackets; the same for every try, so that the receiver's log can be asked. */
  messageId: string
  from: MailAddress
  replyTo: MailAddress | null
  to: MailAddress
  subject: string
  text: string
  html: string | null
}

/** Where mails go: a mail server, or the local catcher. */
export interface Mailer {
  from: MailAddress
  /** Where people reach the portal, e.g. `https://portal.example.com`. */
  origin: string
  deliver(mail: OutgoingMail): Promise<Delivery>
}
