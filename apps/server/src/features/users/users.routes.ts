import type { getUserDetails as contract } from '@signet/contract/users'
import type { Handler } from '../../http/mount-contract.ts'

export const getUserDetails: Handler<typeof contract> = async ({ actor }) => ({
  id: actor.userId,
  name: actor.name,
  email: actor.email,
  role: actor.role,
  company: actor.company.key,
  adminCompanies: actor.adminCompanies.map(({ key }) => key),
  ...(actor.phone ? { phone: actor.phone } : {}),
  mfa: { totp: false, passkeys: 0 },
  lastSignIn: actor.lastSignInAt ? new Date(actor.lastSignInAt).toISOString() : null,
})
