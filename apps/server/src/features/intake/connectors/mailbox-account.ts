import { mailServerOf } from '@signet/connectors'
import type { CredentialName, Credentials } from '@signet/contract/collection/connectors'
import { AppError } from '../../../errors.ts'
import type { Context } from '../../../app/context.ts'
import { refusalOfAddress } from '../../../app/loopback.ts'
import { mailboxOf } from '../../inbound-mail/mailboxes.queries.ts'

/** What secrets are sent to: a stored one is never sent to another server. */
const places = ['mailServer', 'user', 'tokenUrl', 'clientId'] as const

/** The stored credentials of a mailbox that are kept next to those that are entered. */
export function keptOf(stored: Credentials, entered: Credentials): Credentials {
  if (stored.mailServer === undefined) return stored
  const isMoved = places.some((place) => entered[place] !== undefined && entered[place] !== stored[place])
  if (isMoved) return only(stored, ['mailServer', 'user', 'tokenUrl', 'clientId', 'scope'])
  if (entered.password === undefined) return stored
  return only(stored, ['mailServer', 'user'])
}

function only(stored: Credentials, names: readonly CredentialName[]): Credentials {
  const kept: Credentials = {}
  for (const name of names) if (stored[name] !== undefined) kept[name] = stored[name]
  return kept
}

const at = (name: keyof Credentials) => ({ at: `body.credentials.${name}` })

/**
 * Checks the account of an abuse mailbox.
 *
 * @throws AppError `NOT_A_MAIL_SERVER`; `REQUIRED` without a way to sign in; `NOT_FOR_PROTOCOL` for two of them; `NOT_A_WEB_ADDRESS`,
 *   `NOT_HTTPS` or `ADDRESS_NOT_PLAIN` for the token URL; `MAILBOX_OF_REPLIES` for the folder that replies to notices are read from
 */
export async function assertMailbox({ tx, company }: Context, account: Credentials, isOn: boolean): Promise<void> {
  const { mailServer = '', user, password, tokenUrl, clientId, clientSecret } = account
  const server = mailServerOf(mailServer)
  if (!server) throw new AppError('NOT_A_MAIL_SERVER', {}, at('mailServer'))
  if (tokenUrl !== undefined) {
    if (password !== undefined) throw new AppError('NOT_FOR_PROTOCOL', {}, at('password'))
    if (!URL.canParse(tokenUrl)) throw new AppError('NOT_A_WEB_ADDRESS', {}, at('tokenUrl'))
    const refusal = refusalOfAddress(tokenUrl)
    if (refusal) throw new AppError(refusal, {}, at('tokenUrl'))
    if (isOn && clientId === undefined) throw new AppError('REQUIRED', {}, at('clientId'))
    if (isOn && clientSecret === undefined) throw new AppError('REQUIRED', {}, at('clientSecret'))
  } else if (isOn && password === undefined) throw new AppError('REQUIRED', {}, at('password'))
  const replies = await mailboxOf(tx, company.id)
  const isSame =
    replies?.host === server.host &&
    replies.port === server.port &&
    replies.user_name === user &&
    replies.folder === server.folder
  if (isSame) throw new AppError('MAILBOX_OF_REPLIES', {}, at('mailServer'))
}
