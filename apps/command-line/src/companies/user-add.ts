import { text } from 'node:stream/consumers'
import { isEmailAddress, passwordLength } from '@signet/contract/access/credentials'
import { clientRoles, type Role } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { newPasswordToken } from '@signet/server/features/factors/password-tokens.queries'
import { hashPassword } from '@signet/server/features/sessions/passwords/passwords'
import { inviteHref } from '@signet/server/features/users/invite-user'
import { addUser } from '@signet/server/features/identity/add-user.queries'
import { noPassword } from '@signet/server/features/identity/no-password'
import type { Env } from '@signet/server/env'
import { print, say, toName, withProgram, type CommonOptions, type Terminal } from '../command/command.ts'
import { companyIdOf } from '../command/company-id.ts'

interface UserAddOptions extends CommonOptions {
  email: string
  name: string
  company: string
  role: Role
  adminCompanies: string
  invite?: boolean
}

/**
 * Adds a user. The password is read from standard input, so that it appears in no process list or shell history. With `--invite` the user
 * chooses it with a link that is printed.
 */
export async function userAdd(options: UserAddOptions): Promise<void> {
  if (!isEmailAddress(options.email)) throw new ProgramError('EMAIL_INVALID')
  const name = toName(options.name)
  const further = options.adminCompanies
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  if (further.length > 0 && isOneOf(clientRoles, options.role)) {
    throw new ProgramError('ROLE_OF_ONE_COMPANY', { role: options.role })
  }
  const password = options.invite ? null : await readPassword(options.terminal)
  await withProgram(options, async (program) => {
    const companyId = await companyIdOf(program, options.company)
    const adminCompanyIds = await Promise.all(further.map((key) => companyIdOf(program, key)))
    const passwordHash = password === null ? noPassword : await hashPassword(password)
    const { isNew, link } = await program.database.inIdentity(async (tx) => {
      const added = await addUser(tx, {
        email: options.email,
        name,
        role: options.role,
        companyId,
        adminCompanyIds,
        passwordHash,
      })
      if (!added.isNew || password !== null) return { ...added, link: undefined }
      const { token } = await newPasswordToken(tx, added.userId, 'invite')
      return { ...added, link: inviteHref(originOf(program.env), token) }
    })
    if (!isNew) throw new ProgramError('USER_EXISTS', { email: options.email })
    print(
      options,
      { email: options.email, role: options.role, company: options.company, ...(link ? { link } : {}) },
      `Added ${options.email} as ${options.role}.${link ? ` They choose a password at ${link}` : ''}`,
    )
  })
}

async function readPassword(terminal: Terminal): Promise<string> {
  if (terminal.stdin.isTTY) say('Password (then Enter and Ctrl-D):', terminal)
  const password = (await text(terminal.stdin)).replace(/\r?\n$/, '')
  if (password.length < passwordLength.min || password.length > passwordLength.max) {
    throw new ProgramError('PASSWORD_LENGTH', passwordLength)
  }
  return password
}

/** Origin of the portal: the configured one, otherwise the address the server listens on. */
function originOf(env: Env): string {
  return env.origin ?? `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}`
}
