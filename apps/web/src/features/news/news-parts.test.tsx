// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import type { NewsItem } from './news.api.ts'
import { NewsSource } from './news-parts.tsx'

const item = { by: 'Adam Reyes', company: 'bank' } as NewsItem
const company = () => Response.json({ company: 'bank', name: 'Meridian Bank', modules: [] })
afterEach(cleanup)

test('a client reads who wrote a post, not that it is for its own company', async () => {
  await signIn({ role: 'client' }, company)
  showPage(() => <NewsSource item={item} />)
  expect((await screen.findByText(/Adam Reyes/)).textContent).toBe('Adam Reyes')
})

test('a publisher of news reads for which company a post is', async () => {
  await signIn({ role: 'superAdmin' }, company)
  showPage(() => <NewsSource item={item} />)
  expect((await screen.findByText(/Adam Reyes/)).textContent).toMatch(/^Adam Reyes, for (Meridian Bank|bank)$/)
})
