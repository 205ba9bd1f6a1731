import * as z from 'zod/mini'
import { route } from './route.ts'

/** One part of the installation and how it is. */
export const Diagnosis = z.object({
  name: z.enum(['database', 'queue', 'storage', 'mail', 'disk', 'feeds']),
  ok: z.boolean(),
  /** For a person: what was seen, or what is wrong. No secret is in it. */
  detail: z.string(),
})
export type Diagnosis = z.output<typeof Diagnosis>

export const getDiagnostics = route({
  method: 'GET',
  path: '/diagnostics',
  summary: 'How the parts of the installation are: database, queue, file store, mail server, disk, feeds',
  access: 'diagnostics:run',
  response: z.array(Diagnosis),
})

const probe = { method: 'POST', access: 'diagnostics:run', response: z.array(Diagnosis) } as const

export const probeMail = route({
  ...probe,
  path: '/diagnostics/mail',
  summary: 'Sends a test mail to the caller and waits a few seconds for what becomes of it',
})
export const probeQueue = route({
  ...probe,
  path: '/diagnostics/queue',
  summary: 'Puts a job into the queue and waits a few seconds until a worker has done it',
})
export const probeStorage = route({
  ...probe,
  path: '/diagnostics/storage',
  summary: 'Writes a file into the store, reads it back and removes it',
})
