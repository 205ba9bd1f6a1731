import type { PublicTipPage } from '@signet/contract/collection/tips'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { LanguageChoice } from '../../parts/account/language-choice.tsx'
import { DataState, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { language } from '../../words/words.ts'
import { TipForm } from './tip-form.tsx'
import { tipPageQuery } from './tips.api.ts'
import { TipReceipt } from './tip-receipt.tsx'
import { TipStatusCard } from './tip-status-card.tsx'
import { t } from './words.ts'

/** Takes reports of scams that imitate a company from anybody, and tells their senders what became of them. */
export function TipPage() {
  const { company } = useParams({ from: '/report/$company' })
  const page = useQuery(tipPageQuery(company))
  const isMissing = page.error instanceof ApiError && page.error.code === 'NOT_FOUND'
  useEffect(() => {
    document.title = page.data ? t('title', { company: page.data.company }) : t('documentTitle')
  }, [page.data])
  return (
    <Stack as="main" gap={5} middle most={760} pad="5 4 10">
      <Inline justify="end">
        <LanguageChoice />
      </Inline>
      {isMissing ? (
        <>
          <h1 className="visually-hidden">{t('documentTitle')}</h1>
          <StateBlock title={t('noPage')}>{t('noPageHint')}</StateBlock>
        </>
      ) : (
        <DataState query={page} what={t('pageToLoad')} loading={<Skeleton lines={10} />}>
          {(loaded) => <Loaded company={company} page={loaded} />}
        </DataState>
      )}
    </Stack>
  )
}

function Loaded({ company, page }: { company: string; page: PublicTipPage }) {
  const [code, setCode] = useState<string | null>(null)
  return (
    <>
      <Stack gap={2}>
        <Text as="h1" size="object">
          {t('title', { company: page.company })}
        </Text>
        <Text as="p" tone="quiet" kept>
          {introOf(page) || t('lead', { company: page.company })}
        </Text>
      </Stack>
      {code === null ? (
        <TipForm company={company} onSent={setCode} />
      ) : (
        <TipReceipt
          code={code}
          onAgain={() => {
            // Each report needs a challenge of its own.
            void queryClient.invalidateQueries(tipPageQuery(company)).then(() => setCode(null))
          }}
        />
      )}
      <TipStatusCard company={company} />
    </>
  )
}

/** The text of the company in the language of the reader, or in the one that it wrote. */
function introOf({ intro }: PublicTipPage): string {
  const other = language() === 'de' ? 'en' : 'de'
  return intro[language()] || intro[other]
}
