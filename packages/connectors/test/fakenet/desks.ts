import type { AnswerKind } from './mail-answers.ts'

/** How the mail server of a desk for complaints treats a message. */
export const deliveries = ['accepts', 'greylists', 'rejects', 'bounces'] as const
export type DeliveryManner = (typeof deliveries)[number]

/** One address that notices are sent to. */
export interface Desk {
  /** `greylists` refuses the first attempt for a while, `bounces` accepts the message and reports a failure later. */
  delivery: DeliveryManner
  /** The answers to one message, in order, each after a time since the message (in milliseconds of the local internet). */
  answers: readonly { kind: AnswerKind; afterMs: number }[]
}

/** A desk without a description accepts everything and never answers. */
export const quietDesk: Desk = { delivery: 'accepts', answers: [] }
