export interface SignInFields {
  email: string
  password: string
  totp: string
}

/** The first field that cannot be sent, with the sentence under it; null when all can. */
export function firstWrongField(
  { email, password, totp }: SignInFields,
  asksCode: boolean,
): { name: keyof SignInFields; problem: string } | null {
  if (!/^\S+@\S+$/.test(email.trim())) return { name: 'email', problem: 'Enter your email address.' }
  if (password === '') return { name: 'password', problem: 'Enter your password.' }
  if (asksCode && totp.trim() === '') return { name: 'totp', problem: 'Enter the code.' }
  return null
}
