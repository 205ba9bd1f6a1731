import * as z from 'zod/mini'
import { route } from './route.ts'
import * as wire from './wire.ts'

/** Days that are shown, today the last of them, in UTC. */
export const loginDays = 30

/** How often one person signed in on each of the last `loginDays` days. */
export const LoginFigures = z.object({
  /** The mail address. */
  user: z.string(),
  name: z.string(),
  lastSignIn: z.nullable(wire.time),
  /** Every day present, zeros too. */
  signIns: z.array(wire.Point),
})
export type LoginFigures = z.output<typeof LoginFigures>

/** The company's own people only, not staff who look after it. Successful sign-ins only. */
export const getLoginAnalytics = route({
  method: 'GET',
  path: '/analytics/getLoginAnalytics',
  summary: 'Count the sign-ins of each user of the company per day over 30 days',
  access: 'analytics:readSignIns',
  query: wire.ofCompany,
  response: z.array(LoginFigures),
})
