import { t } from './words.ts'

export interface SignInFields {
  email: string
  password: string
}

/** Whether a text may be an address of mail; whether it is one, the server finds out. */
export const isEmail = (text: string) => /^\S+@\S+$/.test(text.trim())

/** The first field that cannot be sent, with the sentence under it; null when all can. */
export function firstWrongField({
  email,
  password,
}: SignInFields): { name: keyof SignInFields; problem: string } | null {
  if (!isEmail(email)) return { name: 'email', problem: t('emailRequired') }
  if (password === '') return { name: 'password', problem: t('passwordRequired') }
  return null
}
