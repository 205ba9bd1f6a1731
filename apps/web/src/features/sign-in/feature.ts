import { flagOf, textOf } from '../../url/search-params.ts'
import { defineFeature } from '../../navigation/feature.ts'

/** Search parameters of the sign-in pages: why the user was redirected there, and the page that they wanted to open. */
function validateAuthSearch(raw: Record<string, unknown>): {
  error?: string | undefined
  callbackUrl?: string | undefined
} {
  return { error: textOf(raw['error']), callbackUrl: textOf(raw['callbackUrl'], 2000) }
}

function validateResetSearch(
  raw: Record<string, unknown>,
): ReturnType<typeof validateAuthSearch> & { token?: string | undefined; welcome?: '1' | undefined } {
  return { ...validateAuthSearch(raw), token: textOf(raw['token']), welcome: flagOf(raw['welcome']) }
}

export const feature = defineFeature({
  pages: [
    { path: '/', page: 'SignInPage', search: validateAuthSearch, isFirst: true },
    { path: '/auth/error', page: 'AuthErrorPage', search: validateAuthSearch },
    { path: '/auth/reset', page: 'ResetPage', search: validateResetSearch },
  ],
})
