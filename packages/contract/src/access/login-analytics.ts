import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** The number of days shown, in UTC, ending today. */
export const loginDays = 30

/** How often one user signed in on each of the last `loginDays` days. */
export const LoginFigures = z.object({
  /** The email address. */
  user: z.string(),
  name: z.string(),
  lastSignIn: z.nullable(wire.time),
  /** One point for each day, including zeros. */
  signIns: z.array(wire.Point),
})
export type LoginFigures = z.output<typeof LoginFigures>

/** Only the company's own users, without staff who work for it. Only successful sign-ins. */
export const getLoginAnalytics = route({
  method: 'GET',
  path: '/analytics/getLoginAnalytics',
  summary: 'Count the sign-ins of each user of the company per day over 30 days',
  access: 'analytics:readSignIns',
  query: wire.ofCompany,
  response: z.array(LoginFigures),
})
