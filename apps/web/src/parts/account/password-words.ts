import { t } from '../../words/words.ts'

/** Characters a password must have (`passwordLength` of the contract, whose schemas the sign-in page does not load). */
export const passwordMin = 12

/** What the server says of a password it does not take, in a sentence. */
export function passwordProblem(said: string): string {
  if (said.startsWith('must have at least')) return t('It must have at least {n} characters.', { n: passwordMin })
  if (said.startsWith('must have at most')) return t('It is too long.')
  if (said.startsWith('must not be your mail')) return t('It must not be your email address.')
  if (said.startsWith('is one of the first')) return t('It is one of the first that are guessed. Choose another one.')
  if (said.startsWith('must differ')) return t('It must differ from the current one.')
  if (said.startsWith('is not your password')) return t('This is not your password.')
  return t('It cannot be used. Choose another one.')
}
