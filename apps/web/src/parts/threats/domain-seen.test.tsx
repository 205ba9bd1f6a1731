// @vitest-environment happy-dom
import type { Observations } from '@signet/contract/threats/observations'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { german } from '../../words/de.ts'
import { named } from '../../words/named/names.ts'
import { useLanguage } from '../../words/words.ts'
import { DomainSeen } from './domain-seen.tsx'

afterEach(() => {
  cleanup()
  useLanguage('en')
})

test.each([
  ['en', 'Self-signed certificate'],
  ['de', 'Selbstsigniertes Zertifikat'],
] as const)('says in the language of the reader why a certificate is not trusted (%s)', (language, problem) => {
  useLanguage(language, language === 'de' ? { ...german, named } : {})
  const facts = { host: 'login-brand.example', certificate: null, isTrusted: false, problem: 'selfSigned' } as const
  const at = '2026-01-02T03:04:05.000Z'
  const data: Observations = {
    host: facts.host,
    latest: { tls: facts },
    items: [{ id: 'a', kind: 'tls', facts, observedAt: at, seenAt: at, seenCount: 1, changes: [] }],
    checkedAt: at,
    nextAt: null,
  }
  render(<DomainSeen query={{ data, error: null, refetch: () => {} }} />)
  expect(screen.getByText(problem)).toBeTruthy()
})
