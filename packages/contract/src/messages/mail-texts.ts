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
  VIEW_FOOTER: { view: 'text' },
  PERSONAL_FOOTER: {},
  MAIL_ASSIGNED: { kind: 'text', title: 'text', name: 'text' },
  MAIL_MENTIONED: { kind: 'text', title: 'text', name: 'text' },
  MAIL_ASSIGNED_SEVERAL: { kind: 'text', count: 'number', name: 'text' },
  PART_TROUBLE_FOOTER: {},
  PART_RECOVERED_FOOTER: {},
  TEST_MAIL_SUBJECT: {},
  TEST_MAIL_BODY: {},
} as const satisfies Record<string, Readonly<Record<string, keyof ParameterTypes>>>

/** One of the ids of `mailTexts`. */
export type MailTextId = keyof typeof mailTexts

/** The parameters of the text of an id. */
export type MailParametersOf<M extends MailTextId> = ParametersOf<(typeof mailTexts)[M]>
