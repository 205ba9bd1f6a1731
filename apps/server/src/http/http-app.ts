import type { App, RateGate } from '../app/app.ts'
import type { Actor, Health } from '../app/context.ts'
import type { Limits } from './limits/limits.ts'
import type { Load } from './limits/load.ts'

/** What the calls of the contract work with. */
export interface HttpApp extends App {
  /** Addresses or networks of proxies whose `X-Forwarded-For` is trusted; it is ignored from all others. */
  proxies?: readonly string[]
  /** Limits the files a user may upload per hour. */
  uploadGate: RateGate
  /** Counts the requests of each user. */
  userGate: RateGate
  limits: Limits
  load: Load
  health: Health
  fileHref: (actor: Actor, company: { id: number }, evidenceId: string) => string
}
