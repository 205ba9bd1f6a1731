import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** One recorded change; `before` and `after` hold the changed fields only, without secrets. */
export const AuditEntry = z.object({
  id: z.string(),
  at: wire.time,
  by: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  company: z.nullable(z.string()),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string() }),
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
  requestId: z.nullable(z.string()),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** No one can change or delete entries (`docs/decisions/audit-chain.md`). */
export const listAudit = route({
  method: 'GET',
  path: '/audit',
  summary: 'List who changed what, when and from where, newest first',
  access: 'audit:read',
  query: z.object({
    company: wire.company,
    ...wire.paging(['at']),
    ...wire.range,
    action: z.optional(wire.csv),
    userEmail: z.optional(wire.text(200)),
    target: z.optional(wire.id),
  }),
  response: wire.page(AuditEntry),
})
