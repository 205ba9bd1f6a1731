import { text } from 'node:stream/consumers'
import type { Role } from '@signet/contract/permissions'
import { hashPassword } from '../features/sessions/passwords.ts'
import { addUser } from '../features/users/add-user.ts'
import { CommandError, print, say, toName, withProgram, type CommonOptions } from './command.ts'
import { companyIdOf } from './scan.ts'

const passwordMin = 12
const passwordMax = 128

interface UserAddOptions extends CommonOptions {
  email: string
  name: string
  company: string
  role: Role
  adminCompanies: string
}

/** Adds a user; the password comes from standard input, so that it stands in no list of processes and no history. */
export async function userAdd(options: UserAddOptions): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(options.email))
    throw new CommandError('--email must be a mail address.', { isUsage: true })
  const name = toName(options.name)
  const further = options.adminCompanies
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  if (further.length > 0 && (options.role === 'client' || options.role === 'clientPeeker')) {
    throw new CommandError(`A ${options.role} works for one company only; leave --admin-companies out.`, {
      isUsage: true,
    })
  }
  if (process.stdin.isTTY) say('Password (then Enter and Ctrl-D):')
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password.length < passwordMin || password.length > passwordMax) {
    throw new CommandError(`The password on standard input must have ${passwordMin} to ${passwordMax} characters.`, {
      isUsage: true,
    })
  }
  await withProgram(async (program) => {
    const companyId = await companyIdOf(program, options.company)
    const adminCompanyIds = await Promise.all(further.map((key) => companyIdOf(program, key)))
    const passwordHash = await hashPassword(password)
    const { isNew } = await program.database.inIdentity((tx) =>
      addUser(tx, {
        email: options.email,
        name,
        role: options.role,
        companyId,
        adminCompanyIds,
        passwordHash,
      }),
    )
    if (!isNew) throw new CommandError(`There is a user ${options.email} already.`)
    print(
      options,
      { email: options.email, role: options.role, company: options.company },
      `Added ${options.email} as ${options.role}.`,
    )
  })
}
