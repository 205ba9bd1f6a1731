import {
  defaultPreferences,
  type OwnPreferences,
  type OwnSignIn,
  type changeDetails as changeDetailsContract,
  type endOtherSessions as endOtherSessionsContract,
  type endOwnSession as endOwnSessionContract,
  type getPreferences as getPreferencesContract,
  type getUserDetails as getUserDetailsContract,
  type listOwnSessions as listOwnSessionsContract,
  type listOwnSignIns as listOwnSignInsContract,
  type putPreferences as putPreferencesContract,
} from '@signet/contract/access/account'
import { keysIn } from '@signet/contract/narrow'
import type { IdentityHandler } from '../../app/handler.ts'
import { found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { factorsOf } from '../factors/factors.queries.ts'
import { detailsOf, findDetails, setDetails } from './details.queries.ts'
import {
  endOtherSessions as endOtherSessionsOf,
  endSessionOf,
  findPreferences,
  lastSignIns,
  liveSessions,
  putPreferencesRow,
} from './account.queries.ts'

export { changePassword } from './change-password.ts'
export * from './client-view.routes.ts'
export * from './passkeys.routes.ts'
export * from './totp.routes.ts'

export const getUserDetails: IdentityHandler<typeof getUserDetailsContract> = {
  withIdentity: ({ actor, identity }) =>
    identity(async (tx) => detailsOf(actor, await findDetails(tx, actor.userId), await factorsOf(tx, actor.userId))),
}

export const changeDetails: IdentityHandler<typeof changeDetailsContract> = {
  withIdentity: async (context, { body }) => {
    const { actor } = context
    const { before, after } = await context.identity(async (tx) => {
      const old = await findDetails(tx, actor.userId)
      await setDetails(tx, actor.userId, body)
      return { before: old, after: await findDetails(tx, actor.userId) }
    })
    const [was, is] = [differing(before, after), differing(after, before)]
    if (Object.keys({ ...was, ...is }).length > 0) {
      await recordAudit(context, {
        action: 'account.detailsChanged',
        targetType: 'user',
        targetId: actor.userId,
        before: was,
        after: is,
      })
    }
    return detailsOf(actor, after, await context.identity((tx) => factorsOf(tx, actor.userId)))
  },
}

/** The fields of one object that differ from the other. */
function differing<T extends object>(one: T, other: T): Partial<T> {
  const fields: Partial<T> = {}
  for (const name of keysIn(one)) if (other[name] !== one[name]) fields[name] = one[name]
  return fields
}

export const listOwnSessions: IdentityHandler<typeof listOwnSessionsContract> = {
  withIdentity: async ({ actor, identity }) => {
    const sessions = await identity((tx) => liveSessions(tx, actor.userId))
    return sessions.map((session) => ({
      id: session.id,
      at: session.created_at.toISOString(),
      ip: session.ip,
      userAgent: session.user_agent,
      current: session.id === actor.sessionId,
    }))
  },
}

export const endOwnSession: IdentityHandler<typeof endOwnSessionContract> = {
  withIdentity: async (context, { params }) => {
    const { actor, identity } = context
    found(await identity((tx) => endSessionOf(tx, actor.userId, params.sessionId)), 'session')
    await recordAudit(context, { action: 'account.sessionEnded', targetType: 'session', targetId: params.sessionId })
  },
}

export const endOtherSessions: IdentityHandler<typeof endOtherSessionsContract> = {
  withIdentity: async (context) => {
    const { actor, identity } = context
    const ended = await identity((tx) => endOtherSessionsOf(tx, actor.userId, actor.sessionId, 'ended by the user'))
    if (ended > 0) {
      const after = { sessionsEnded: ended }
      await recordAudit(context, {
        action: 'account.sessionsEnded',
        targetType: 'user',
        targetId: actor.userId,
        after,
      })
    }
    return { ended }
  },
}

export const listOwnSignIns: IdentityHandler<typeof listOwnSignInsContract> = {
  withIdentity: async ({ actor, identity }) =>
    (await identity((tx) => lastSignIns(tx, actor.userId))).map((row) => ({
      at: row.at.toISOString(),
      method: methodOf(row.reason),
      result: row.result,
      ip: row.ip,
      userAgent: row.user_agent,
    })),
}

const methodOf = (reason: string | null): OwnSignIn['method'] =>
  reason === 'passkey' || reason === 'sso' ? reason : 'password'

export const getPreferences: IdentityHandler<typeof getPreferencesContract> = {
  withIdentity: async ({ actor, identity }) =>
    (await identity((tx) => findPreferences(tx, actor.userId))) ?? defaultPreferences,
}

export const putPreferences: IdentityHandler<typeof putPreferencesContract> = {
  withIdentity: async (context, { body }) => {
    const { actor } = context
    const { mail, severities, sources, portal } = body
    const chosen: Partial<OwnPreferences> = {
      // The contract requires all three together.
      ...(mail && severities && sources && { mail, severities, sources }),
      ...(portal && { portal }),
    }
    const { before, after } = await context.identity(async (tx) => {
      const old = (await findPreferences(tx, actor.userId)) ?? defaultPreferences
      return { before: old, after: await putPreferencesRow(tx, actor.userId, chosen) }
    })
    await recordAudit(context, {
      action: 'account.preferencesChanged',
      targetType: 'user',
      targetId: actor.userId,
      before: changedParts(chosen, before),
      after: changedParts(chosen, after),
    })
    return after
  },
}

/** The parts of a state that a change was about. */
function changedParts(chosen: Partial<OwnPreferences>, state: OwnPreferences): Partial<OwnPreferences> {
  const { mail, severities, sources } = state
  const names = Object.keys(chosen.portal ?? {})
  return {
    ...(chosen.mail && { mail, severities, sources }),
    ...(chosen.portal && {
      portal: Object.fromEntries(Object.entries(state.portal).filter(([name]) => names.includes(name))),
    }),
  }
}
