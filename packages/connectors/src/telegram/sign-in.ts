import type { tl } from '@mtcute/core'
import { ConnectorError } from '../connector-error.ts'
import { handleOf, nameOf } from './peers.ts'
import { openTelegram, type SignInCall, type TelegramAccess, type TelegramSession } from './telegram-session.ts'

/** What a person is asked while signing in. */
export interface SignInAnswers {
  phone: () => Promise<string>
  /** Telegram sends it to the person's other devices, or as a text message. */
  code: () => Promise<string>
  /** Of two-step verification, if the account has it. */
  password: () => Promise<string>
}

/** A session for the connector, and whose it is. */
export interface TelegramSignIn {
  session: string
  account: string
}

/**
 * Signs in to Telegram as a person.
 *
 * Source: https://core.telegram.org/api/auth and https://core.telegram.org/api/srp.
 *
 * @param access with the number of an app as `apiId`
 * @throws ConnectorError, with what Telegram answered to a wrong number, code or password
 */
export async function signInToTelegram(
  access: TelegramAccess,
  apiHash: string,
  answers: SignInAnswers,
): Promise<TelegramSignIn> {
  const session = await openTelegram<SignInCall>(access, null)
  try {
    const authorization = await authorize(access, session, apiHash, answers)
    if (authorization._ !== 'auth.authorization') throw changed(access, 'auth.authorization')
    const { user } = authorization
    if (user._ !== 'user') throw changed(access, 'user')
    await session.client.notifyLoggedIn(authorization)
    const handle = handleOf(user)
    return { session: await session.client.exportSession(), account: handle === null ? nameOf(user) : `@${handle}` }
  } finally {
    await session.close()
  }
}

async function authorize(
  access: TelegramAccess,
  { call, client }: TelegramSession<SignInCall>,
  apiHash: string,
  { phone, code, password }: SignInAnswers,
): Promise<tl.auth.TypeAuthorization> {
  const phoneNumber = await phone()
  const apiId = Number(access.credentials.apiId)
  const sent = await call({ _: 'auth.sendCode', phoneNumber, apiId, apiHash, settings: { _: 'codeSettings' } })
  if (sent._ !== 'auth.sentCode') throw changed(access, 'auth.sentCode')
  const { phoneCodeHash } = sent
  try {
    return await call({ _: 'auth.signIn', phoneNumber, phoneCodeHash, phoneCode: await code() })
  } catch (error) {
    const isLocked = error instanceof ConnectorError && error.parameters['reply'] === 'SESSION_PASSWORD_NEEDED'
    if (!isLocked) throw error
  }
  const entered = await password()
  const proof = await client.computeSrpParams(await call({ _: 'account.getPassword' }), entered)
  return call({ _: 'auth.checkPassword', password: proof })
}

const changed = ({ base }: TelegramAccess, field: string) =>
  new ConnectorError('API_ANSWER_CHANGED', { host: new URL(base).host, field })
