/** A person and their email address. The two are separate, so that no text is ever parsed into addresses. */
export interface MailAddress {
  name: string
  address: string
}

/** The result of one attempt. Only `unknown` leaves open whether the email was sent. */
export type Delivery =
  | { state: 'sent' }
  | { state: 'refused'; reason: string; isAddressRefused: boolean }
  | { state: 'temporary'; reason: string }
  | { state: 'unknown'; reason: string }

/** One outgoing email to one recipient. */
export interface OutgoingMail {
  /** Without angle brackets; the same for every attempt, so that the email can be found in the receiver's log. */
  messageId: string
  from: MailAddress
  replyTo: MailAddress | null
  to: MailAddress
  subject: string
  text: string
  html: string | null
}

/** Where emails are sent: a mail server, or the local mail catcher. */
export interface Mailer {
  from: MailAddress
  /** Origin of the portal, e.g. `https://portal.example.com`. */
  origin: string
  deliver(mail: OutgoingMail): Promise<Delivery>
}
