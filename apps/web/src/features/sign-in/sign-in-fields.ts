import { t } from './words.ts'

export interface SignInFields {
  email: string
  password: string
}

/** A rough check for an email address. The server validates it. */
export const isEmail = (text: string) => /^\S+@\S+$/.test(text.trim())

/** The first invalid field with its message; null when all fields are valid. */
export function firstWrongField({
  email,
  password,
}: SignInFields): { name: keyof SignInFields; problem: string } | null {
  if (!isEmail(email)) return { name: 'email', problem: t('emailRequired') }
  if (password === '') return { name: 'password', problem: t('passwordRequired') }
  return null
}
