import type { ParametersOf, ParameterTypes } from '../errors/errors.ts'

/** The fixed texts of emails by id, with their parameters. The texts are in `mails.<language>.json`. */
export const mailTexts = {
  MAIL_HELLO: { name: 'text' },
  INVITATION_SUBJECT: {},
  INVITATION_BODY: { company: 'text', role: 'text' },
  INVITATION_EXPIRES: { day: 'text' },
  INVITATION_ACTION: {},
  INVITATION_FOOTER: {},
  RESET_SUBJECT: {},
  RESET_BODY: {},
  RESET_ACTION: {},
  RESET_FOOTER: {},
  DIGEST_SUBJECT: { count: 'number', days: 'number' },
  DIGEST_COMPANY: { company: 'text', count: 'number' },
  DIGEST_ACTION: {},
  DIGEST_FOOTER: {},
  MAIL_MORE: { count: 'number' },
  MAIL_OPEN: {},
  ALERT_FOOTER: { rule: 'text' },
  NOTIFICATION_RULE_FOOTER: { rule: 'text' },
  TEST_MAIL_SUBJECT: {},
  TEST_MAIL_BODY: {},
  NOTICE_SUBJECT: { title: 'text', reference: 'text' },
  NOTICE_HELLO: {},
  NOTICE_OPENING: { company: 'text' },
  NOTICE_FACT: { fact: 'text', value: 'text' },
  NOTICE_WHY_BRAND: { brand: 'text', company: 'text' },
  NOTICE_WHY: { company: 'text' },
  NOTICE_ASK: { channel: 'text' },
  NOTICE_REFERENCE: { reference: 'text' },
  NOTICE_AGAIN: { title: 'text', reported: 'text', seen: 'text', state: 'text' },
  NOTICE_REMINDER: { title: 'text', reported: 'text' },
  NOTICE_EARLIER: { recipient: 'text', reported: 'text' },
  NOTICE_YOUR_REFERENCE: { reference: 'text' },
  NOTICE_REGARDS: { sender: 'text', company: 'text' },
  NOTICE_SIGNATORY: { signatory: 'text', owner: 'text' },
  NOTICE_TRADEMARK: { name: 'text', office: 'text', number: 'text', classes: 'text' },
} as const satisfies Record<string, Readonly<Record<string, keyof ParameterTypes>>>

/** One of the ids of `mailTexts`. */
export type MailTextId = keyof typeof mailTexts

/** The parameters of the text of an id. */
export type MailParametersOf<M extends MailTextId> = ParametersOf<(typeof mailTexts)[M]>
