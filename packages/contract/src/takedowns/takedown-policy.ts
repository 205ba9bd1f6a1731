import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** How the takedowns of a company are followed. */
export const TakedownPolicy = z.object({
  /** Days that an offline target is monitored before its case is resolved; it applies to targets that go offline from now on. */
  watchDays: z.int().check(z.minimum(1), z.maximum(28)),
  /** Whether the provider that removed a target is notified again by itself when the target comes back. */
  repeatsNotice: z.boolean(),
})
export type TakedownPolicy = z.output<typeof TakedownPolicy>

/** The policy of a company that has set none. */
export const usualTakedownPolicy: TakedownPolicy = { watchDays: 7, repeatsNotice: true }

/** Without a policy of its own, a company has the usual one. */
export const getTakedownPolicy = route({
  method: 'GET',
  path: '/takedownPolicy',
  summary: "Get how the company's takedowns are followed",
  access: 'settings:read',
  query: wire.ofCompany,
  response: TakedownPolicy,
})

/** Cases that are monitored already keep the end of their monitoring. */
export const putTakedownPolicy = route({
  method: 'PUT',
  path: '/takedownPolicy',
  summary: "Set how the company's takedowns are followed",
  access: 'assets:write',
  query: wire.ofCompany,
  body: z.strictObject(TakedownPolicy.shape),
  response: TakedownPolicy,
})
