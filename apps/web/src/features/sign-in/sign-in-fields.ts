import { t } from './words.ts'

export interface SignInFields {
  email: string
  password: string
}

/** The first invalid field with its message; null when all fields are valid. */
export function firstWrongField({
  email,
  password,
}: SignInFields): { name: keyof SignInFields; problem: string } | null {
  // An account may have an address that can't be mailed.
  if (!email.includes('@')) return { name: 'email', problem: t('emailRequired') }
  if (password === '') return { name: 'password', problem: t('passwordRequired') }
  return null
}
