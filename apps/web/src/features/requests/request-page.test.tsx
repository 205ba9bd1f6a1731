// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { serverError, showPage, signIn } from '../../../test/show.tsx'
import { RequestPage } from './request-page.tsx'

beforeEach(() => signIn({ role: 'client' }, serverError))

test('the page of a request is named after it, not after the form', async () => {
  showPage(RequestPage)
  await expect.poll(() => document.title).toBe('Request · Signet')
})
