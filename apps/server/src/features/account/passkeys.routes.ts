import type {
  Passkey,
  addPasskey as addPasskeyContract,
  listPasskeys as listPasskeysContract,
  passkeyAssertion as passkeyAssertionContract,
  passkeyOptions as passkeyOptionsContract,
  removePasskey as removePasskeyContract,
} from '@signet/contract/access/factors'
import type { IdentityHandler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { addPasskey as addPasskeyOf, assertionOptions, registrationOptions } from '../factors/passkeys.ts'
import { passkeysMax, passkeysOf, deletePasskey } from '../factors/passkeys.queries.ts'
import type { PasskeyRow } from '../factors/passkeys.queries.ts'

export const passkeyOptions: IdentityHandler<typeof passkeyOptionsContract> = {
  withIdentity: async ({ actor, identity, installation }) => {
    const user = { id: actor.userId, email: actor.email, name: actor.name }
    return { ...(await identity((tx) => registrationOptions(tx, installation, user))) }
  },
}

export const passkeyAssertion: IdentityHandler<typeof passkeyAssertionContract> = {
  withIdentity: async ({ actor, identity, installation }) => ({
    ...(await identity((tx) => assertionOptions(tx, installation, actor.userId))),
  }),
}

export const listPasskeys: IdentityHandler<typeof listPasskeysContract> = {
  withIdentity: async ({ actor, identity }) => (await identity((tx) => passkeysOf(tx, actor.userId))).map(toPasskey),
}

/**
 * @throws AppError `BAD_REQUEST` if the browser's response matches no challenge of the caller
 * @throws AppError `CONFLICT` if the caller has the maximum number of passkeys
 */
export const addPasskey: IdentityHandler<typeof addPasskeyContract> = {
  withIdentity: async (context, { body }) => {
    const { actor, installation } = context
    const row = await context.identity(async (tx) => {
      if ((await passkeysOf(tx, actor.userId)).length >= passkeysMax)
        throw new AppError('TOO_MANY_PASSKEYS', { max: passkeysMax })
      return addPasskeyOf(tx, installation, { id: actor.userId }, body)
    })
    if (!row) throw new AppError('PASSKEY_NOT_CHECKED')
    await recordAudit(context, {
      action: 'factor.passkeyAdded',
      targetType: 'user',
      targetId: actor.userId,
      after: { passkeyId: row.id, name: row.name },
    })
    return toPasskey(row)
  },
}

export const removePasskey: IdentityHandler<typeof removePasskeyContract> = {
  withIdentity: async (context, { params }) => {
    const { actor } = context
    found(await context.identity((tx) => deletePasskey(tx, actor.userId, params.passkeyId)), 'passkey')
    await recordAudit(context, {
      action: 'factor.passkeyRemoved',
      targetType: 'user',
      targetId: actor.userId,
      before: { passkeyId: params.passkeyId },
    })
  },
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }
}
