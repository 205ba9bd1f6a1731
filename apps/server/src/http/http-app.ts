import type { App, RateGate } from '../app/app.ts'
import type { Actor, Health } from '../app/context.ts'
import type { Limits } from './limits.ts'
import type { Load } from './load.ts'

/** What the calls of the contract work with. */
export interface HttpApp extends App {
  /** Addresses or networks of proxies whose `X-Forwarded-For` is taken; from any other it is ignored. */
  proxies?: readonly string[]
  /** Files a user may upload in an hour. */
  uploadGate: RateGate
  /** Counts what each user asks for. */
  userGate: RateGate
  limits: Limits
  load: Load
  health: Health
  fileHref: (actor: Actor, company: { id: number }, evidenceId: string) => string
}
